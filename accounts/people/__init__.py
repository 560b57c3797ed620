"""People as others see them: profiles, portraits, blocks; and how everybody wants the site."""

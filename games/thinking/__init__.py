"""Where brains think that take their time: processes of their own, so that no page waits for them. No Django here."""

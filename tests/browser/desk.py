"""What tests of the table on a desk share: who plays, the lowest windows, and whether a page has to be scrolled."""

NAMES = ("grace", "konstantin-the-great", "hedy", "joan")
SIZES = ((1280, 720), (1366, 768))
OVERFLOW = "document.documentElement.scrollHeight - window.innerHeight"

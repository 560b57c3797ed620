"""Who the demonstration's player is. Printed at every start in development, and made nowhere else."""

from typing import Final

DEMO_NAME: Final = "hedy"
DEMO_PASSWORD: Final = "moviestar"  # noqa: S105 - no secret: it is printed

#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError


def main() -> None:
    """Run the command named on the command line; a wrong setting is one line, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Wrong setting: {error}")
    except OperationalError as error:
        sys.exit(f"The database (DATABASE_URL) cannot be used: {str(error).splitlines()[0]}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

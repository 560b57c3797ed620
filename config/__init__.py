"""Wiring of the project; it imports the Celery app so that every process finds the same one."""

from config.celery import app as celery_app

__all__ = ["celery_app"]

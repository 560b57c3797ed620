"""The guide: what is explained to somebody while they play, each thing once and when it first comes."""

from games.guide.lessons import LESSONS, Lesson, next_lesson

__all__ = ["LESSONS", "Lesson", "next_lesson"]

"""The thirty rating markers: 0 to 22, with 8 to 14 twice, one of the two with a plus."""

from typing import Final


def _make_markers() -> tuple[tuple[str, int], ...]:
    made = []
    for value in range(23):
        made.append((str(value), value))
        if 8 <= value <= 14:
            made.append((f"{value}+", value))
    return tuple(made)


# In rising order: a marker's position is its rank, and a plus ranks above the same value without.
MARKERS: Final = _make_markers()
MARKER_NAMES: Final = tuple(name for name, _ in MARKERS)
MARKER_VALUES: Final = tuple(value for _, value in MARKERS)
NO_MARKER: Final = -1


def best_marker(left: list[int], total: int) -> int:
    """Return the marker a total earns: the highest there is that is not above it, the plus first."""
    # Ruling R4: a total above 22 finds the highest marker left. Ruling R5: with none at or below it, no marker.
    for marker in reversed(left):
        if MARKER_VALUES[marker] <= total:
            return marker
    return NO_MARKER


def marker_name(marker: int) -> str | None:
    """Return what stands on the marker, `14+` for instance."""
    return None if marker == NO_MARKER else MARKER_NAMES[marker]


def marker_value(marker: int) -> int:
    """Return what the marker is worth at the end. Ruling R5: a movie without a marker is rated 0."""
    return 0 if marker == NO_MARKER else MARKER_VALUES[marker]

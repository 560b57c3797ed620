"""What the table sounds like, without a loudspeaker: rendered by the browser, and judged by its samples."""

from itertools import pairwise
from math import log10
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser

RATE = 44_100
WINDOW = RATE // 5  # ears add up what they hear within about 200 ms
RENDER = """async ([source, rate, volume]) => {
  const tones = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const rendered = {};
  for (const [name, sound] of Object.entries(tones.SOUNDS)) {
    const context = new OfflineAudioContext(1, Math.ceil((tones.lengthOf(sound) + 0.1) * rate), rate);
    tones.ring(context, sound, tones.loudnessAt(volume));
    rendered[name] = [...(await context.startRendering()).getChannelData(0)];
  }
  return rendered;
}"""
Samples = dict[str, list[float]]


def render(browser: Browser, volume: float) -> Samples:
    """Each sound at a volume between 0 and 1."""
    page = browser.new_page()
    source = (settings.BASE_DIR / "static/js/tones.js").read_text()
    rendered: Any = page.evaluate(RENDER, [source, RATE, volume])
    page.close()
    return dict(rendered)


def loudness(samples: list[float]) -> float:
    """Of the loudest 200 ms, in decibels."""
    energy = [sample * sample for sample in samples]
    powers = [sum(energy[start : start + WINDOW]) for start in range(0, len(energy), WINDOW // 20)]
    return 10 * log10(max(powers) / WINDOW)


@pytest.mark.parametrize("volume", [1, 0.1])
def test_sounds_neither_clip_nor_click_and_are_even(browser: Browser, volume: float) -> None:
    sounds = render(browser, volume)
    for name, samples in sounds.items():
        peak = max(map(abs, samples))
        assert 0.3 * volume**2 < peak < 0.9 * volume**2, name
        assert abs(samples[0]) < 0.001 * peak, f"{name} begins at rest"
        assert max(map(abs, samples[-RATE // 20 :])) < 0.001 * peak, f"{name} ends at rest"
        assert max(abs(after - before) for before, after in pairwise(samples)) < 0.2 * peak, f"{name} does not click"
        assert 0.1 < len(samples) / RATE - 0.1 < 1.5, name
    heard = [loudness(samples) for samples in sounds.values()]
    assert max(heard) - min(heard) < 6, "nobody has to turn the volume for one of them"

"""What is written on a gradient can be read: axe answers "incomplete" there, so it is computed for all its colours.

The thresholds are WCAG's (1.4.3 and 1.4.11): 4.5 for text, 3 for large text and for shapes that mean something.
"""

from typing import Any

import pytest

import engine
from sandbox import Fault

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Every text and every seat's shape that lies on a gradient: its contrast with the nearest of the gradient's colours.
MEASURE = r"""() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
  const light = (parts) => {
    const linear = (part) => (part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    const [r, g, b] = parts.map((part) => linear(part / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + .05) / (low + .05);
  };
  const below = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const { backgroundImage, backgroundColor } = getComputedStyle(at);
      if (backgroundImage.includes('gradient')) {
        const colours = backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g).map(rgba);
        return colours.map((colour) => layers.reduceRight((ground, layer) => over(layer, ground), colour.slice(0, 3)));
      }
      const layer = rgba(backgroundColor);
      if (layer[3] === 1) return [];
      if (layer[3]) layers.push(layer);
    }
    return [];
  };
  const written = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const found = [];
  for (const element of document.querySelectorAll('main *')) {
    const shape = element.matches('svg.shape');
    if ((!shape && !written(element)) || element.closest('.unseen, svg:not(.shape)')) continue;
    if (!element.checkVisibility()) continue;
    let grounds = below(element);
    if (!grounds.length) continue;
    // A card's large number lies on its upper colour, the small one on the lower.
    if (element.matches('.card b, .card i')) grounds = [grounds.at(element.matches('b') ? 0 : -1)];
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    const needed = shape || size >= 24 || (size >= 18.66 && fontWeight >= 700) ? 3 : 4.5;
    const ratio = Math.min(...grounds.map((ground) => contrast(over(rgba(color), ground), ground)));
    found.push({ what: `${element.outerHTML.slice(0, 80)} ${ratio.toFixed(2)}`, ratio, needed });
  }
  return found;
}"""


@pytest.fixture
def pages(stage: Any) -> dict[str, str]:
    """Where there is felt, and where there are cards; the viewer at its moments of different colours."""
    five, three = stage.match(5), stage.match(3)
    faulty = stage.finish(stage.set(3), faults={1: Fault("timed-out", "It thought for too long.", round=0, turn=2)})
    frames = engine.frames(five.replay_dict())
    both = next(frame["m"] for frame in frames if frame["scouted"] and frame["shown"])
    over = next(frame["m"] for frame in frames if frame["end"])
    return {
        "welcome": "/",
        "sign up": "/sign-up/",
        "rules": "/rules/",
        "a round begins": five.get_absolute_url(),
        "Scout & Show": f"{five.get_absolute_url()}?both#m={both}",
        "a round's end": f"{five.get_absolute_url()}?over#m={over}",
        "one seat's view": f"{three.get_absolute_url()}#m=5&seat=1",
        "a fault": f"{faulty.get_absolute_url()}#m=3",
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_lies_on_a_gradient_can_be_read(pages: dict[str, str], watch: Any, scheme: str) -> None:
    watch.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for name, path in pages.items():
        watch.open(path)
        found = watch.page.evaluate(MEASURE)
        assert found, name
        assert [one["what"] for one in found if one["ratio"] < one["needed"]] == [], name

"""Renders the manifests of `templates/`, with a little variety in each."""

import functools
from pathlib import Path
from string import Template

from .dice import Dice

DIRECTORY = Path(__file__).parent / "templates"


def rendered(template, dice, /, **values):
    """The text of a template; `dice` fills in what its author left to chance."""
    chance = {
        "digit": 1 + dice.below(9),
        "number": 10 + dice.below(50),
        "note": dice.sentence(12),
        "remark": dice.sentence(8),
        "digest": dice.hexadecimal(64),
    }
    return _template(template).substitute(chance, **values)


@functools.cache
def _template(name):
    return Template((DIRECTORY / f"{name}.yaml").read_text())

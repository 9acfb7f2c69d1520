"""Repeatable chance: the same key gives the same values on every machine and Python."""

import random

WORDS = """
the a of for when which must may is are be set unset value name field object list request response
server client cluster namespace controller policy interval timeout default optional required status
condition reason message time number string boolean reference secret certificate key label selector
version generation resource limit memory storage volume mount path host port protocol address route
weight header match rule target source destination replica rollout update strategy schedule probe
""".split()


class Dice:
    """Draws values from a sequence that its key alone decides."""

    def __init__(self, *key):
        # Of `random.Random`, only seeding with a string and `random()` are promised to stay.
        self._source = random.Random("/".join(map(str, key)))

    def below(self, limit):
        """A number from 0 up to, not including, `limit`."""
        return int(self._source.random() * limit)

    def pick(self, options):
        """One of `options`."""
        return options[self.below(len(options))]

    def hexadecimal(self, length):
        """`length` lower-case hexadecimal digits."""
        return "".join(self.pick("0123456789abcdef") for _ in range(length))

    def sentence(self, words):
        """`words` words of filler, capitalised, with a full stop."""
        return " ".join(self.pick(WORDS) for _ in range(words)).capitalize() + "."

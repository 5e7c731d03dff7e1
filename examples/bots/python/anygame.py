#!/usr/bin/env python3
"""A bot for every game but CodeKeeper: it picks one of the legal choices with dice of its own."""

import json
import sys


def main() -> None:
    dice = 1
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            # Dice from the number that the referee hands out: the same match again gives the same choices.
            dice = message["hello"]["dice"] % 2147483646 + 1
        elif "view" in message:
            pass  # what this seat sees: think here
        elif "legal" in message:
            dice = dice * 48271 % 2147483647
            legal = message["legal"]
            choice = legal[dice % len(legal)]
            print(json.dumps({"choice": choice}), flush=True)
        elif "end" in message:
            return


if __name__ == "__main__":
    main()

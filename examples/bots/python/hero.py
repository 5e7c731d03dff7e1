#!/usr/bin/env python3
"""A hero for CodeKeeper: strikes what stands beside him, fetches what lies around, explores the rest."""

import sys

WIDTH, HEIGHT = 16, 12
EXIT, OBSTACLE, TREASURE, FIRST_MONSTER = 0, 1, 2, 7
ITEMS = range(TREASURE, FIRST_MONSTER)
PATIENCE = 3


def main() -> None:
    visits = [[0] * HEIGHT for _ in range(WIDTH)]
    for line in sys.stdin:
        x, y, *_ = map(int, line.split())
        seen = [tuple(map(int, input().split())) for _ in range(int(input()))]
        visits[x][y] += 1
        print(choose(x, y, seen, visits), flush=True)


def choose(x: int, y: int, seen: list[tuple[int, ...]], visits: list[list[int]]) -> str:
    def away(thing: tuple[int, ...]) -> int:
        return abs(thing[0] - x) + abs(thing[1] - y)

    for thing in seen:
        if thing[2] >= FIRST_MONSTER and away(thing) == 1:
            return f"ATTACK 0 {thing[0]} {thing[1]} have at you"
    wanted = [thing for thing in seen if thing[2] == EXIT or thing[2] in ITEMS]
    if wanted and visits[x][y] <= PATIENCE:
        nearest = min(wanted, key=away)
        return f"MOVE {nearest[0]} {nearest[1]} that is mine"
    walls = {(thing[0], thing[1]) for thing in seen if thing[2] == OBSTACLE}
    best = (x, y)
    for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if cell in walls or not (0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT):
            continue
        if best == (x, y) or visits[cell[0]][cell[1]] < visits[best[0]][best[1]]:
            best = cell
    return f"MOVE {best[0]} {best[1]}"


if __name__ == "__main__":
    main()

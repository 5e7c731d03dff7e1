#!/usr/bin/env python3
"""A walker for hexabomb, with the published client: pip install netorcai.

python bot.py [HOST [PORT [ROLE]]]
"""

import random
import sys

from netorcai.client import Client

WAYS = {"x+": (1, 0), "y+": (1, -1), "z+": (0, -1), "x-": (-1, 0), "y-": (-1, 1), "z-": (0, 1)}


def decide(state, me, can_revive):
    """One order for each own character: revive, or step to a free cell, best one to paint."""
    colour = me + 1
    colours = {(cell["q"], cell["r"]): cell["color"] for cell in state["cells"]}
    taken = {(bomb["q"], bomb["r"]) for bomb in state["bombs"]}
    taken |= {(c["q"], c["r"]) for c in state["characters"] if c["alive"]}
    orders = []
    for character in state["characters"]:
        if character["color"] != colour:
            continue
        if not character["alive"]:
            if can_revive and character["revive_delay"] == 0:
                orders.append({"id": character["id"], "movement": "revive"})
            continue
        steps = {way: (character["q"] + dq, character["r"] + dr) for way, (dq, dr) in WAYS.items()}
        free = [way for way, cell in steps.items() if cell in colours and cell not in taken]
        fresh = [way for way in free if colours[steps[way]] != colour]
        if free:
            way = random.choice(fresh or free)
            taken.add(steps[way])
            orders.append({"id": character["id"], "movement": "move", "direction": way})
    return orders


def main(host="127.0.0.1", port="4242", role="player"):
    client = Client()
    client.connect(host, int(port))
    client.send_login("python", role)
    me, can_revive = -1, True
    while True:
        message = client.recv_json()
        match message["message_type"]:
            case "GAME_STARTS":
                me, can_revive = message["player_id"], message["nb_special_players"] == 0
            case "TURN":
                client.send_turn_ack(message["turn_number"], decide(message["game_state"], me, can_revive))
            case "GAME_ENDS":
                print("winner:", message["winner_player_id"])
                return 0
            case "KICK":
                print("kicked:", message["kick_reason"], file=sys.stderr)
                return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))

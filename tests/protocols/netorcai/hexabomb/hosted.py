"""Programs of players for `hoplon host`, honest and otherwise."""

OPENING = """\
import json, socket, struct, sys, time
role = sys.argv[3] if len(sys.argv) > 3 else "player"
line = socket.create_connection((sys.argv[1], int(sys.argv[2])), 600)
def say(message):
    text = message if isinstance(message, bytes) else json.dumps(message).encode() + b"\\n"
    line.sendall(struct.pack("<I", len(text)) + text)
def hear():
    head = line.recv(4, socket.MSG_WAITALL)
    if len(head) < 4:
        sys.exit(0)
    return json.loads(line.recv(struct.unpack("<I", head)[0], socket.MSG_WAITALL))
def login(name, version="2.0.0"):
    say({"message_type": "LOGIN", "nickname": name, "role": role, "metaprotocol_version": version})
"""
QUIET = (
    OPENING
    + """\
login("quiet")
while (heard := hear())["message_type"] != "GAME_ENDS":
    if heard["message_type"] == "TURN":
        say({"message_type": "TURN_ACK", "turn_number": heard["turn_number"], "actions": []})
"""
)
GARBAGE = (
    OPENING
    + """\
login("garbage")
while hear()["message_type"] != "TURN":
    pass
say(b"what?")
hear()
print("I said it")
"""
)
SILENT = (
    OPENING
    + """\
login("silent")
time.sleep(20)
"""
)
OLD = (
    OPENING
    + """\
login("old", "1.9.9")
print(hear()["kick_reason"])
sys.exit(3)
"""
)
BUSY = (
    OPENING
    + """\
import os
login("busy")
while hear()["message_type"] != "TURN":
    pass
for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        while True:
            pass
while hear()["message_type"] != "GAME_ENDS":
    pass
"""
)

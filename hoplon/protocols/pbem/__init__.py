"""Play by e-mail: a match as a text file that two players send to and fro.

chain.py    the secrets of which dice are made
keys.py     signatures
mark.py     which rules exactly
letter.py   the file: its parts, read and written
table.py    whose turn it is, and who answers for the side that is away
verify.py   is everything in a file as the rules, the dice and the signatures say?
folder.py   what a player keeps: key, secrets, the last file of each match, a begun turn
seat.py     a match as one player has it before him
desk.py     invite, open, export
"""

"""Play by e-mail: a match as a text file that two players send back and forth.

chain.py          the secrets that the dice are made from
keys.py           signatures
mark.py           a hash of the exact rules
letter.py         the file: its parts, read and written
letter_game.py    whose turn it is, and who answers for the absent player
verify.py         checks a file against the rules, the dice and the signatures
kept.py           what a player keeps: key, secrets, the last file of each match, an unfinished turn
folder.py         … in a folder
carried.py        … elsewhere, carried to and fro by who asks
judges.py         bots as judges, who answer for the absent player
seat.py           a match from one player's side
correspondent.py  invite, open, export
"""

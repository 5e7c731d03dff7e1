"""Tournaments and ratings: who meets whom, who plays it where, and what the results say."""

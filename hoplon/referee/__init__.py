"""One match of any players, and many matches with what they add up to."""

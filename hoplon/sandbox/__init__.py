"""Runs other people's programs safely: starts, limits, times and ends them."""

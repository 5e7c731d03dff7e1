"""Boards that several games share: hexagons and squares, and pictures of them."""

"""What small games share: boards of squares and hexagons, and the pictures and pages made of them."""

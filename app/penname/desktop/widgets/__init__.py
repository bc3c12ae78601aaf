"""Small parts that any page or window is made of."""

"""The models a person has or could have, as plain values, and the thread that looks after them."""

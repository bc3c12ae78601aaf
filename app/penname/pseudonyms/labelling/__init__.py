"""What is to be hidden, labelled token by token by a small model that learned from letters."""

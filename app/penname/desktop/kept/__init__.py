"""What is kept in the vault, to look at and to delete."""

"""Models that label each token of a text as part of a name, run in a child process of their own."""

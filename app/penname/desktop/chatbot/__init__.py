"""The page for a chatbot: a text goes out with stand-ins, the reply comes back with the names."""

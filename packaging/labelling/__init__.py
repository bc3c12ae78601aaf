"""Trains the model that labels what is to be hidden (app/penname/pseudonyms/labelling)."""

"""How a stated value is put as another one, in the grammar of the words it replaces."""

"""Outside readers: people, or models elsewhere, who guess and judge texts without knowing what made them.

`penname evaluate --tasks` writes what they need and nothing more; the key stays apart. `--answers` reads what
they filled in back into figures.
"""

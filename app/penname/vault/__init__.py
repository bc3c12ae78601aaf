"""What Penname keeps: profiles, pen names, pseudonyms, history, and the journals of open sessions, encrypted.

    vault = open_vault(ask_passphrase)                     # vault.opening; None: nothing is to be kept
    names = vault.load(Part.PEN_NAMES, PenName)            # vault.vault; frozen msgspec structs of any room
    vault.save(Part.PEN_NAMES, (*names, another))
    vault.close()

Noticed, when somebody without the key changes files: a changed, added or missing byte; records or files
exchanged for each other or for those of another vault; a part put back from an older state, or removed; a
journal that is gone, or that lost records which were there when Penname last closed in order.

Not noticed: the whole folder put back from an older copy (a backup looks the same); the loss of the last
whole records of a journal that was in use when Penname was killed (records not written in time look the
same); a part put back by one state together with damage to the index that says which state is the last
(the damage is noticed, and opening says what it means).

A file tells its size, its name and when it was written: how many sessions there are, and roughly how long.
"""

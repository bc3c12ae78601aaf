"""The user's access token for the Hugging Face hub, kept in the system's keyring and nowhere else."""

from penname.vault import system_keyring

_NAME = "access token for huggingface.co"


def fetch_token() -> str | None:
    """The token; None when none is kept, also where there is no keyring. Raises VaultLocked when it is
    locked.
    """
    if not system_keyring.is_usable():
        return None
    return system_keyring.fetch_secret(_NAME)


def store_token(token: str) -> None:
    """Keep the token in place of any before; raises VaultLocked where no keyring keeps it."""
    system_keyring.store_secret(_NAME, token.strip())


def forget_token() -> None:
    """Delete the token, if one is kept; raises VaultLocked unless the keyring says that it is gone."""
    if system_keyring.is_usable():
        system_keyring.destroy_secret(_NAME)

"""What the vault keeps under names of the user's, found in whatever case and listed in their order."""

from typing import Generic, Protocol, TypeVar

from penname.domain.errors import BadInput
from penname.vault.opening import AskPassphrase, open_vault
from penname.vault.vault import Vault, VaultPart


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_HasName)


class NamedItems(Generic[N]):
    """The items of one part of the vault, each with a name of its own.

    `none_called` is the sentence for a name that is not there, `none_kept` the one for a computer on which
    nothing is kept yet.
    """

    def __init__(self, part: VaultPart, kind: type[N], *, none_called: str, none_kept: str) -> None:
        self._part, self._kind = part, kind
        self._none_called, self._none_kept = none_called, none_kept

    def all(self, vault: Vault) -> tuple[N, ...]:
        """All of them, in the order of their names."""
        return tuple(sorted(vault.load(self._part, self._kind), key=lambda one: one.name.casefold()))

    def find(self, vault: Vault, name: str) -> N | None:
        """The one of that name, in whatever case, if there is one."""
        wanted = " ".join(name.split()).casefold()
        return next((one for one in self.all(vault) if one.name.casefold() == wanted), None)

    def called(self, vault: Vault, name: str) -> N:
        """Like `find`; raises BadInput when there is none."""
        found = self.find(vault, name)
        if found is None:
            raise BadInput(self._none_called)
        return found

    def read(self, name: str, ask: AskPassphrase) -> N:
        """The one of that name from this computer's vault, which another Penname may have open meanwhile.

        Raises BadInput when there is none, and like `open_vault`.
        """
        vault = open_vault(ask, write=False)
        if vault is None:
            raise BadInput(self._none_kept)
        with vault:
            return self.called(vault, name)

    def save(self, vault: Vault, item: N) -> None:
        """Keep `item`, in place of one of the same name."""
        vault.save(self._part, (*self._without(vault, item.name), item))

    def remove(self, vault: Vault, name: str) -> None:
        """Remove the one of that name; raises BadInput when there is none.

        The state before, with it, stays until the next change: a vault keeps two.
        """
        vault.save(self._part, self._without(vault, self.called(vault, name).name))

    def _without(self, vault: Vault, name: str) -> tuple[N, ...]:
        return tuple(one for one in self.all(vault) if one.name.casefold() != name.casefold())

"""`penname anonymize --interactive`: every proposal is shown in the terminal and answered there."""

import sys

from penname.cli.dialogue import Dialogue
from penname.cli.terminal import say
from penname.cli.typed_lines import TypedLines
from penname.domain.errors import BadInput
from penname.domain.proposals import LeaksProposal, Proposal
from penname.sessions.driver import SessionDriver
from penname.sessions.session_job import SessionJob


def check_terminal() -> None:
    """Raise BadInput where nobody can be asked: what is shown holds the text, and no log may hold that."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise BadInput(
            "--interactive asks in a terminal, and there is none here. In a script, leave it out or make "
            "decisions again with --decide."
        )


class InteractiveJob(SessionJob):
    """A session whose proposals somebody answers. Ctrl+C ends it as it ends any job."""

    def drive(self, driver: SessionDriver) -> str:
        """Ask at each proposal; why it ended."""
        typed = TypedLines()

        def ask(prompt: str) -> str | None:
            say(prompt, end="")
            return typed.next(self.check_stopped)

        told = self.progress.told
        return Dialogue(driver, ask, self.progress.sentence, self._keep, told).hold().stopped

    def _keep(self, proposal: Proposal) -> None:
        if isinstance(proposal, LeaksProposal):
            self.seen.append(proposal)

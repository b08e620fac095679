"""Why there will never be a value. All values derived from a failed one share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from .position import Position
    from .session import Session


class Failure:
    """Told to the user at the end of the program, unless the program has taken it on."""

    def __init__(
        self,
        session: Session,
        error: BaseException,
        at: Optional[Position] = None,
        cause: Optional[Failure] = None,
        is_secret: bool = False,
    ) -> None:
        self.error = error
        #: Where the program asked for what failed, if the error does not tell itself.
        self.at = at
        #: The text of the error may quote a secret.
        self.is_secret = is_secret or session.loop.has_secret
        self.is_handled = False
        self._root: Failure = self if cause is None else cause._root
        session.failures.append(self)

    def handle(self) -> None:
        """Mark the failure as handled."""
        self.is_handled = True

    @property
    def is_reported(self) -> bool:
        """A failure that another one caused is reported only where the other one was handled."""
        return not self.is_handled and (self._root is self or self._root.is_handled)

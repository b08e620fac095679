"""Something that was asked for and waits for values."""

from __future__ import annotations

from typing import Callable, Iterable, Optional

from .cell import Cell
from .failure import Failure
from .session import Session


class Waiter:
    """Calls back when all cells have values; if one of them fails, it never does.

    `look` returns the cells. It is called again when these are settled, as their values may contain more cells.
    """

    def __init__(
        self,
        session: Session,
        what: str,
        look: Callable[[], Iterable[Cell]],
        proceed: Callable[[], None],
        fail: Callable[[Optional[Failure], Optional[BaseException]], None],
    ) -> None:
        self.what = what
        self._session = session
        self._look = look
        self._proceed = proceed
        self._fail = fail
        self._open = 0
        session.waiting[self] = None

    def waits_for(self) -> list[str]:
        """What a user would call that."""
        pending = (cell.origin for cell in self._look() if cell.is_pending)
        return list(dict.fromkeys(it for it in pending if it))

    def start(self) -> None:
        """Goes on at once if nothing is missing."""
        try:
            cells = list(dict.fromkeys(self._look()))
            failed = next((cell for cell in cells if cell.failure is not None), None)
            pending = [cell for cell in cells if cell.is_pending]
            if failed is None and pending:
                self._open = len(pending)
                for cell in pending:
                    cell.subscribe(self._notify)
                return
            self._end()
            if failed is None:
                self._proceed()
            else:
                self._fail(failed.failure, None)
        except Exception as error:
            self._end()
            self._fail(None, error)

    def _notify(self, cell: Cell) -> None:
        self._open -= 1
        is_over = self not in self._session.waiting
        if not is_over and (self._open == 0 or cell.failure is not None):
            self.start()

    def _end(self) -> None:
        self._session.waiting.pop(self, None)

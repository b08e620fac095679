"""The resources of one type."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Optional, Sequence, Union

from .answers import Absent, Checked, Created, Diff, Page, ReadState
from .failures import Unimplemented
from .requests import (
    CheckRequest,
    CreateRequest,
    DeleteRequest,
    DiffRequest,
    ListRequest,
    ReadRequest,
    RecoverRequest,
    Target,
    UpdateRequest,
    Values,
)
from .schema import Property
from .values import compare


class ResourceType(ABC):
    """Makes the resources of one type real. Methods run at the same time for different resources.

    `create` and `delete` must be there; the others as far as the type has them.
    """

    description: str = ""
    inputs: Sequence[Property] = ()
    outputs: Sequence[Property] = ()

    def check(self, request: CheckRequest) -> Checked:
        """Validates inputs and completes them with defaults. No effects."""
        return Checked(request.inputs)

    def diff(self, request: DiffRequest) -> Optional[Diff]:
        """Tells what an update would have to do; None: lumi compares the inputs. No effects.

        Of a type without `update`, every difference replaces.
        """
        if type(self).update is not ResourceType.update:
            return None
        return compare(request, replaces=set(request.inputs) | set(request.old_inputs))

    @abstractmethod
    def create(self, request: CreateRequest) -> Created:
        """Makes the object. With `preview` nothing may happen."""

    def read(self, request: ReadRequest) -> Optional[ReadState]:
        """Looks at the object; None if it is gone. Without it, objects are neither refreshed nor imported."""
        raise Unimplemented(f"objects of `{request.target.type}` cannot be read")

    def update(self, request: UpdateRequest) -> Values:
        """Changes the object in place, and answers all of its outputs. With `preview` nothing may happen."""
        raise Unimplemented(f"objects of `{request.target.type}` cannot be changed")

    @abstractmethod
    def delete(self, request: DeleteRequest) -> None:
        """Removes the object. One that is gone already is a success."""

    def settle(self, target: Target) -> None:
        """Waits until nothing that an earlier process has begun with the resource is under way."""
        raise Unimplemented(f"`{target.type}` does not wait for earlier processes")

    def recover(self, request: RecoverRequest) -> Union[ReadState, Absent, None]:
        """Finds out what became of a create whose outcome is unknown; None if only a human can tell."""
        raise Unimplemented(f"objects of `{request.target.type}` cannot be found again")

    def list_objects(self, request: ListRequest) -> Page:
        """Lists the objects of the type, also those that lumi has not made. No effects."""
        raise Unimplemented(f"objects of `{request.target.type}` cannot be listed")

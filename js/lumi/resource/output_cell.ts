// An output of a resource, which settles with the host's answer to the registration.

import { Cell } from "../cell/cell.ts";
import { Kind } from "../protocol/ops.ts";
import type { ResourceState } from "./resource_state.ts";

export class OutputCell extends Cell {
  /** `missing` is the error if the answer lacks this output and the type has a closed schema. */
  constructor(readonly resource: ResourceState, readonly name: string, readonly missing?: Error) {
    super();
    // Outputs of a component carry the dependencies of its children.
    this.dependencies = resource.kind === Kind.Component ? null : resource.serial;
  }

  /** A hole in the value comes from this output. */
  override get origin(): Cell {
    return super.origin ?? this;
  }

  override place(): { serial: number; path: string } {
    return { serial: this.resource.serial, path: this.name };
  }
}

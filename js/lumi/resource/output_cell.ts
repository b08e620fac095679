// An output of a resource: settled when the host has answered its registration.

import { Cell } from "../cell/cell.ts";
import { Kind } from "../protocol/ops.ts";
import type { ResourceState } from "./resource_state.ts";

export class OutputCell extends Cell {
  /** `missing`: the error for an answer that lacks this output, if its type has a closed schema. */
  constructor(readonly resource: ResourceState, readonly name: string, readonly missing?: Error) {
    super();
    // Outputs of a component carry the dependencies of its children.
    this.dependencies = resource.kind === Kind.Component ? null : resource.serial;
  }

  /** If the value has a hole, this is where it comes from. */
  override get origin(): Cell {
    return super.origin ?? this;
  }

  override place(): { serial: number; path: string } {
    return { serial: this.resource.serial, path: this.name };
  }
}

// Code that is sent with the registration of a resource.

import type { Cell } from "../cell/cell.ts";
import type { Serial } from "../protocol/ops.ts";
import type { ResourceState } from "./resource_state.ts";

/** The provider code of a resource that the program manages itself. */
export interface RegistrationCode {
  /** Settles when the code is ready, or cannot be created; never fails. */
  readonly ready: Cell;
  /** Sends the code to the host, and returns the resources that it uses. */
  attach(state: ResourceState): readonly Serial[];
}

// What goes to the host with the registration of a resource beside its inputs and options.

import type { Cell } from "../cell/cell.ts";
import type { Serial } from "../protocol/ops.ts";
import type { ResourceState } from "./resource_state.ts";

/** The code that manages a resource, for those that the program manages itself. */
export interface RegistrationCode {
  /** Settles when the code is there, or when it is known that there will be none; never fails. */
  readonly ready: Cell;
  /** Hands the code over, and answers the resources that it uses. */
  attach(state: ResourceState): readonly Serial[];
}

// Methods by which functions reach a database, and passwords, for targets.

import type { Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { Password } from "../../std/random.ts";

/** Whether functions reach the database by this method. */
export const isDatabaseMethod = (method: string): boolean => ["query", "execute", "transaction"].includes(method);

/** The password of the user of a database. It needs no escapes in URLs. */
export function passwordOf(name: string, component: Resource): Property<string> {
  return new Password(`${name}.password`, { length: 40, special: false }, { parent: component }).result;
}

// The name of a value's place for users: `site.url` for an output of the resource "site".

import type { Cell } from "../cell/cell.ts";
import { session } from "./session.ts";

/** Empty if the value is not an output of a resource. */
export function placeName(cell: Cell): string {
  const place = cell.place();
  if (place === null) return "";
  const owner = session().resources[place.serial];
  return owner === undefined ? place.path : `${owner.name}.${place.path}`;
}

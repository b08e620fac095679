// What a user calls the place of a value: `site.url` for an output of the resource "site".

import type { Cell } from "../cell/cell.ts";
import { session } from "./session.ts";

/** Empty if the value has no place in a resource. */
export function placeName(cell: Cell): string {
  const place = cell.place();
  if (place === null) return "";
  const owner = session().resources[place.serial];
  return owner === undefined ? place.path : `${owner.name}.${place.path}`;
}

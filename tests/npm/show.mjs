// Prints values as Node's console does. Lumi's own console prints them as browsers and Deno do, which is
// no difference of a package.
import { format } from "node:util";

export function show(...values) {
  console.log(format(...values));
}

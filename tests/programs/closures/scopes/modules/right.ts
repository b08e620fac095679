import { left, leftName } from "./left.ts";
export function right(depth: number): string {
  return depth === 0 ? `right of ${leftName}` : `right ${left(depth - 1)}`;
}

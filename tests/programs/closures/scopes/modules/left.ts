import { right } from "./right.ts";
export const leftName = "left";
export function left(depth: number): string {
  return depth === 0 ? leftName : `${leftName} ${right(depth - 1)}`;
}

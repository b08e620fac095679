// The warning of `Buffer()`, which Node gives to programs, but not to packages.

import { ops } from "../../lumi/protocol/ops.ts";
import { warnOnce } from "../util/deprecation.ts";

const TEXT = "Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), " +
  "Buffer.allocUnsafe(), or Buffer.from() methods instead.";

/** Calls whose caller is looked for, because that takes time. */
let looks = 100;
let isLooking = false;

const isOfCaller = (line: string): boolean => line.startsWith("    at ") && !line.includes("lumi:/");

/** Whether packages are warned as well. */
let isPending: boolean | undefined;

export function warnOfBufferCall(): void {
  if (looks === 0 || isLooking) return;
  isLooking = true;
  looks--;
  // A program may say what a stack is, with a Buffer, too.
  const { stack } = new Error() as { stack?: unknown };
  isLooking = false;
  const caller = typeof stack === "string" ? stack.split("\n").find(isOfCaller) ?? "" : "";
  isPending ??= (ops().op_lumi_context().flags ?? []).includes("--pending-deprecation");
  if (!isPending && /[\s(\\/]node_modules[\\/]/.test(caller)) return;
  looks = 0;
  warnOnce("DEP0005", TEXT);
}

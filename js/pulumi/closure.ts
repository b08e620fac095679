// Facts about functions that the SDK of Pulumi asks the inspector of Node for (its module runtime/closure/v8), from the host.

import { core } from "../web/ops.ts";

/** The place of a function, which counts from 0. */
interface Place {
  file: string;
  line: number;
  column: number;
}

function getFunctionLocationAsync(func: Function): Promise<Place> {
  const [file, line, column] = core.ops.op_lumi_function_internals(func);
  return Promise.resolve({ file, line, column });
}

async function lookupCapturedVariableValueAsync(
  func: Function,
  name: string,
  throwOnFailure: boolean,
): Promise<unknown> {
  const [, , , scopes] = core.ops.op_lumi_function_internals(func);
  if (scopes.length === 0) throw new Error("Could not find [[Scopes]] property");
  const owner = scopes.find((scope) => name in scope);
  if (owner !== undefined) return owner[name];
  if (throwOnFailure) throw new Error(`Unexpected missing variable in closure environment: ${name}`);
  return undefined;
}

/** As the inspector describes values: objects have none. */
const described = (value: unknown): unknown =>
  (typeof value === "object" && value !== null) || typeof value === "function" ? undefined : value;

async function getBoundFunction(func: Function): Promise<object> {
  const [, , , , bound] = core.ops.op_lumi_function_internals(func);
  if (bound === null) throw new Error("function is not a bound function");
  const [target, boundThis, boundArguments] = bound;
  return {
    targetFunctionText: Function.prototype.toString.call(target),
    boundThisValue: described(boundThis),
    boundArgsValues: boundArguments.map(described),
  };
}

export default { __esModule: true, getBoundFunction, getFunctionLocationAsync, lookupCapturedVariableValueAsync };

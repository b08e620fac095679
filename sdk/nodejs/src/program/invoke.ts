/** Functions of packages, and methods of resources. */
import { Unknown, type Value, type Values } from "../value/value.js";
import { Cell, type Data } from "./cell.js";
import { Draft } from "./draft.js";
import { Failure, LumiError } from "./failure.js";
import { Stopping } from "./monitor.js";
import { required } from "./options.js";
import { type Output, outputOf } from "./output.js";
import { callerPosition } from "./position.js";
import type { Inputs, ProviderResource, Resource } from "./resource.js";
import { session, Waiter } from "./session.js";
import { programData, type ResourceState } from "./state.js";

export interface InvokeOptions {
  /** Its provider for the package is used. */
  parent?: Resource;
  provider?: ProviderResource;
  /** The version of the package. */
  version?: string;
}

/** Evaluates a function of a package; the result is unknown if an argument is, in a preview. */
export function invoke<T = Data>(token: string, args: Inputs = {}, options: InvokeOptions = {}): Output<T> {
  const owner = `invoke "${checked(token)}"`;
  let state = options.provider === undefined ? undefined : required(options.provider, "provider", owner);
  if (state === undefined && options.parent !== undefined) {
    state = required(options.parent, "parent", owner).inheritance.providers[token.split(":")[0]];
  }
  return start(owner, args, state, false,
    (values) => session().monitor.invoke(token, values, state?.urn ?? "", options.version ?? ""));
}

/** Evaluates a method of a resource. */
export function call<T = Data>(token: string, resource: Resource, args: Inputs = {}): Output<T> {
  const owner = `call "${checked(token)}"`;
  const state = required(resource, "resource", owner);
  return start(owner, args, state, true, (values) => session().monitor.call(token, state.urn, values));
}

function checked(token: unknown): string {
  if (typeof token === "string" && token !== "") return token;
  throw new LumiError("a function is named by a token such as `aws:ec2:getAmi`");
}

/** `needed` must be there before; the answer of a method also comes from it. */
function start<T>(
  owner: string,
  args: Inputs,
  needed: ResourceState | undefined,
  isMethod: boolean,
  send: (values: Values) => Promise<Value>,
): Output<T> {
  const [current, at, answer] = [session(), callerPosition(), new Cell()];
  const draft = new Draft(current, args, "argument", owner);
  const settle = (value: Value) => {
    if (value instanceof Unknown) answer.settleUnknown(owner);
    else answer.settle(programData(value, answer, current));
  };
  const fail = (error: unknown) => {
    if (error instanceof Stopping) throw error;
    answer.fail(new Failure(current, error, at));
  };
  const proceed = () => {
    const values = draft.finish();
    const sources = draft.dependencies.map((it) => it.state);
    if (needed !== undefined && isMethod) sources.unshift(needed);
    [answer.sources, answer.isSecret, answer.origin] = [[...new Set(sources)], draft.hasSecret, owner];
    void send(values).then(settle, fail);
  };
  const cells = () => (needed === undefined ? draft.cells() : [...draft.cells(), needed.answered]);
  new Waiter(current, owner, cells, proceed,
    (failure, error) => answer.fail(failure ?? new Failure(current, error, at)));
  return outputOf(answer);
}

// Functions that functions of Lumi make of others: code elsewhere makes them by the same call.

type AnyFunction = (...args: any[]) => unknown;

/** The call that has answered a function. */
export interface Call {
  readonly callee: AnyFunction;
  readonly arguments: readonly unknown[];
}

const calls = new WeakMap<object, Call>();

/** Notes that `callee(...args)` has answered the function, and gives the same function for equal arguments. */
export function derived<F extends object>(answer: F, callee: AnyFunction, ...args: unknown[]): F {
  calls.set(answer, { callee, arguments: args });
  return answer;
}

export function callThatMade(value: unknown): Call | undefined {
  return typeof value === "function" ? calls.get(value) : undefined;
}

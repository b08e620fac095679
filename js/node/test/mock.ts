// The mocks of node:test: functions that record their calls, and methods replaced for a while.

// deno-lint-ignore no-explicit-any
type AnyFunction = (...args: any[]) => any;

export interface MockCall {
  arguments: unknown[];
  result?: unknown;
  error?: unknown;
  this: unknown;
  target: unknown;
}

class MockContext {
  readonly calls: MockCall[] = [];

  constructor(public implementation: AnyFunction, private readonly undo: () => void) {}

  callCount(): number {
    return this.calls.length;
  }

  mockImplementation(implementation: AnyFunction): void {
    this.implementation = implementation;
  }

  resetCalls(): void {
    this.calls.length = 0;
  }

  restore(): void {
    this.undo();
  }
}

type Mocked = AnyFunction & { mock: MockContext };

function recording(implementation: AnyFunction, undo: () => void): Mocked {
  const context = new MockContext(implementation, undo);
  const mocked = function (this: unknown, ...args: unknown[]) {
    const call: MockCall = { arguments: args, this: this, target: new.target };
    context.calls.push(call);
    try {
      const { implementation: current } = context;
      call.result = new.target ? Reflect.construct(current, args) : Reflect.apply(current, this, args);
      return call.result;
    } catch (error) {
      call.error = error;
      throw error;
    }
  };
  return Object.assign(mocked, { mock: context });
}

export class MockTracker {
  private readonly mocks: MockContext[] = [];

  fn(original: AnyFunction = () => undefined, implementation: AnyFunction = original): Mocked {
    const mocked = recording(implementation, () => {
      mocked.mock.implementation = original;
    });
    this.mocks.push(mocked.mock);
    return mocked;
  }

  method(target: object, name: PropertyKey, implementation?: AnyFunction): Mocked {
    const own = Object.getOwnPropertyDescriptor(target, name);
    const original = (target as Record<PropertyKey, AnyFunction>)[name]!;
    const mocked = recording(implementation ?? original, () => {
      if (own === undefined) delete (target as Record<PropertyKey, unknown>)[name];
      else Object.defineProperty(target, name, own);
    });
    Object.defineProperty(target, name, {
      value: mocked,
      configurable: true,
      writable: true,
      enumerable: own?.enumerable ?? false,
    });
    this.mocks.push(mocked.mock);
    return mocked;
  }

  restoreAll(): void {
    for (const mock of this.mocks.toReversed()) mock.restore();
  }

  reset(): void {
    this.restoreAll();
    this.mocks.length = 0;
  }
}

export const mock: MockTracker = new MockTracker();

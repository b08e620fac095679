// The work of `process` when a program has nothing left to run. `js/node/process/process.ts` is loaded late and sets `tell`.

export const endOfProgram = {
  /** Whether the entry module and its outputs are done. */
  isReached: false,
  /** Answers whether there is work again. */
  tell: (): boolean => false,
  /** Holds a rejection that comes from a failure of a plan; answers whether it does. */
  holdFailure: (_reason: unknown): boolean => false,
  /** Takes a rejection that nothing handled; answers whether the program has dealt with it. */
  takeUnhandled: (_reason: unknown, _promise: Promise<unknown>): boolean => false,
  /** Takes an error that nothing caught; answers whether it has been dealt with. */
  takeUncaught: (_error: unknown): boolean => false,
  /** Takes an error of a listener of an event; answers whether it has been dealt with, or will be. */
  takeOfListener: (error: unknown): boolean => endOfProgram.takeUncaught(error),
};

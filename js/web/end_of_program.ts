// What `process` does when a program has nothing left to run; it is loaded late, so it puts it here.

export const endOfProgram = {
  /** Whether the entry module and its outputs are done. */
  isReached: false,
  /** Answers whether there is work again. */
  tell: (): boolean => false,
};

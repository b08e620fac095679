// node:tty: a program never talks to a terminal itself.

export const isatty = (_descriptor: number): boolean => false;

export default { isatty };

// node:tty: a program never has a terminal.

export const isatty = (_descriptor: number): boolean => false;

export default { isatty };

// A module in the way of CommonJS.
const offset = 10;
export = {
  add: (a: number, b: number) => a + b + offset,
};

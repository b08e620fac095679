// The methods of numbers.

import { isFloat, numberOf } from "../values.ts";

const ofInts: any = {
  bit_length: ["", (value: any) => Number(value) === 0 ? 0 : Math.abs(Number(value)).toString(2).length],
};

const ofFloats: any = {
  is_integer: ["", (value: any) => Number.isInteger(numberOf(value))],
};

/** The table of the methods of a number. */
export function methodsOf(value: any): any {
  return isFloat(value) ? ofFloats : ofInts;
}

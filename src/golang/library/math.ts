// Functions of the package math that are correctly rounded everywhere.

export function Floor(x: number): number {
  return Math.floor(x);
}

export function Ceil(x: number): number {
  return Math.ceil(x);
}

export function Trunc(x: number): number {
  return Math.trunc(x);
}

export function Sqrt(x: number): number {
  return Math.sqrt(x);
}

export function Abs(x: number): number {
  return Math.abs(x);
}

export function Mod(x: number, y: number): number {
  return x % y;
}

export function Inf(sign: number): number {
  return sign >= 0 ? Infinity : -Infinity;
}

export function NaN_(): number {
  return NaN;
}

export function Signbit(x: number): boolean {
  return x < 0 || Object.is(x, -0);
}

export { NaN_ as NaN };

import { check } from "../check.ts";

enum Color { Red, Green = 5, Blue }
enum Name { A = "a", B = "b" }
const enum Fixed { One = 1, Two = 2 }
enum Computed { X = "abc".length, Y = X * 2 }
namespace Shapes {
  export const unit = 2;
  export function area(side: number) {
    return side * side * unit;
  }
  export namespace Inner {
    export const deep = unit + 1;
  }
}
interface Point { x: number; y?: number }
type Pair<T> = [T, T];
const point: Point = { x: 1 };
const pair = [1, 2] as const satisfies Pair<number> | readonly [1, 2];
abstract class Base<T> {
  protected constructor(public readonly id: T, private secret?: string) {}
  abstract kind(): string;
  describe(): string {
    return `${this.kind()} ${this.id} ${this.secret ?? "none"}`;
  }
}
class Concrete extends Base<number> {
  declare extra: string;
  constructor(id: number, protected override_ = true) {
    super(id, "s");
  }
  override kind() {
    return "concrete";
  }
}
function overloaded(a: string): string;
function overloaded(a: number): number;
function overloaded(a: any): any {
  return a;
}
function logged(_target: unknown, context: any) {
  return function (this: unknown, ...args: unknown[]) {
    return `[${String(context?.name ?? context)}] ${args.join()}`;
  };
}
const generic = <T,>(value: T): T => value!;
function isString(value: unknown): value is string {
  return typeof value === "string";
}
const optional = (it?: { a?: { b?: () => number } }) => it?.a?.b?.() ?? "missing";
let definite!: number;
definite = 4;

await check("enum", () => [Color.Red, Color.Green, Color.Blue, Color[6], Object.keys(Color).length]);
await check("string-enum", () => [Name.A, Object.values(Name)]);
await check("const-enum", () => [Fixed.One, Fixed.Two]);
await check("computed-enum", () => [Computed.X, Computed.Y, Computed[6]]);
await check("namespace", () => [Shapes.area(3), Shapes.Inner.deep, Shapes.unit]);
await check("types", () => [point.y ?? "none", pair[1], (point as any as Point).x]);
await check("parameter-properties", () => [new Concrete(4).describe(), Object.keys(new Concrete(4))]);
await check("overloads", () => [overloaded("a"), overloaded(1)]);
await check("generics", () => [generic<string>("g"), isString("x"), isString(1)]);
await check("optional", () => [optional(), optional({ a: { b: () => 1 } })]);
await check("definite", () => definite);
await check("decorator-like", () => (logged(null, { name: "m" }) as any)(1, 2));

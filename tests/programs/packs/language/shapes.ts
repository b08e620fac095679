import { repeated } from "./text/format.js";

export interface Shape {
  area: number;
  constructorName: string;
}

export let counted = 0;

abstract class Base implements Shape {
  abstract readonly area: number;
  label = repeated("-", 2);

  get constructorName(): string {
    counted++;
    return `${this.label}${this.name()}`;
  }

  protected abstract name(): string;
}

export class Circle extends Base {
  constructor(private readonly radius: number) {
    super();
  }

  override get area() {
    return Math.round(Math.PI * this.radius ** 2 * 100) / 100;
  }

  protected override name = () => "circle";
}

export class Square extends Base {
  readonly #side;

  constructor(side: number) {
    super();
    this.#side = side;
  }

  get area(): number {
    return this.#side * this.#side;
  }

  protected name() {
    return "square";
  }
}

export default function make(kind: "round" | "square", size = 1): Shape {
  return kind === "round" ? new Circle(size) : new Square(size);
}

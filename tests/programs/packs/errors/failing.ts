import { ComponentResource } from "lumi";

export function failing(name: string, depth: number): never {
  if (depth > 0) {
    return failing(name, depth - 1);
  }
  throw new TypeError(`failed for ${name}`);
}

export class Failing extends ComponentResource {
  constructor(name: string) {
    super("test:pack:Failing", name);
    this.fail();
  }

  fail() { const value: any = null; value.x.y(); }
}

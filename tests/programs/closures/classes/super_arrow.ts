import { check } from "../check.ts";

class Base {
  constructor(readonly label = "base") {}
  name() {
    return `${this.label} of Base`;
  }
  static kind() {
    return `kind of ${this.name}`;
  }
}
class Derived extends Base {
  field = () => super.name();
  later() {
    return () => () => super.name();
  }
  static sorted() {
    return () => super.kind();
  }
  override name() {
    return "never";
  }
}
class Further extends Derived {
  override name() {
    return "never either";
  }
}
const parent = { title: () => "parent" };
const child = {
  __proto__: parent,
  title: () => "child",
  make() {
    return () => (super["title" as never] as () => string)();
  },
} as any;
const fields = new Derived("field");
const method = new Derived("method").later();
await check("super-in-arrow-of-method", () => method()());
await check("super-in-arrow-called", new Derived("method").later()());
await check("super-in-arrow-of-field", () => fields.field());
await check("super-in-arrow-alone", fields.field);
await check("super-in-arrow-inherited", new Further("further").later()());
await check("super-in-arrow-static", Derived.sorted());
await check("super-in-arrow-of-object", child.make());

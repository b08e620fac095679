import { check } from "../check.ts";

const base = { greet(name: string) { return `base ${name}`; }, get title() { return "base title"; } };
const middle = { __proto__: base, greet(name: string) { return `middle ${super.greet(name)}`; } };
const top = {
  __proto__: middle,
  greet(name: string) { return `top ${super.greet(name)}`; },
  get title() { return `top ${super.title}`; },
  arrow() { return () => super.greet("arrow"); },
  computed(key: string) { return (super[key] as any)("key"); },
} as any;
class Animal {
  constructor(readonly name: string) {}
  speak() { return `${this.name} makes a sound`; }
  static create(name: string) { return new this(name); }
  get label() { return `animal ${this.name}`; }
}
class Dog extends Animal {
  speak() { return `${super.speak()}: woof`; }
  static create(name: string) { return super.create(name.toUpperCase()); }
  get label() { return `dog, ${super.label}`; }
  later() { return () => super.speak(); }
  async asynchronous() { return super.speak(); }
  set nick(value: string) { super.speak(); (this as any).nickname = value; }
}
class Puppy extends Dog {
  speak() { return `${super.speak()}!`; }
}
const dog = new Dog("Rex");
const puppy = new Puppy("Bit");
class Field extends Animal {
  shout = () => super.speak().toUpperCase();
}

await check("object", () => top.greet("x"));
await check("getter", () => top.title);
await check("arrow-in-method", () => top.arrow()());
await check("computed-super", () => top.computed("greet"));
await check("class", () => [dog.speak(), puppy.speak(), puppy instanceof Animal]);
await check("class-statics", () => [Dog.create("new").name, Puppy.create("p").speak(), Dog.create("x") instanceof Dog]);
await check("class-getter", () => [dog.label, puppy.label]);
await check("arrow-in-class", () => dog.later()());
await check("async-super", () => dog.asynchronous());
await check("field-super", () => new Field("Tom").shout());
await check("new-in-bundle", () => new Puppy("Q").speak());
await check("setter-super", () => {
  puppy.nick = "N";
  return (puppy as any).nickname;
});

// Names that scripts of node:vm declare.

import vm from "node:vm";

const failing = (body) => {
  try {
    return body();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};

console.log(vm.runInThisContext("const all = 1; let each = 2; class Own {} [all, each, typeof Own].join()"));
console.log(vm.runInThisContext("all + each"), typeof globalThis.all);
console.log(failing(() => vm.runInThisContext("const all = 2")));
const script = new vm.Script("const late = 5; function made() { return late; } var spread = made(); spread");
console.log(typeof late, typeof made, typeof spread, "made" in globalThis, "spread" in globalThis);
console.log(script.runInThisContext(), late, made(), globalThis.spread);
console.log(failing(() => script.runInThisContext()));
console.log(failing(() => new vm.Script("const twice = 1; const twice = 2")), typeof twice);
for (let time = 0; time < 2; time++) {
  console.log(vm.runInNewContext("const all = base + 1; let it = 2; var names = it; all * names", { base: time }));
}
const context = vm.createContext({});
vm.runInContext("var it = 1; var name = 2; var code = 3; function scope() {}", context);
console.log(context.it, context.name, context.code, typeof context.scope);

// A name that nothing has: `typeof` asks about it without an error.
for (const code of [
  "typeof foo", "typeof foo === 'undefined' ? 1 : 2", "typeof(foo)", "typeof /* c */ ((foo))", "typeof this.foo",
  "(function () { return typeof inner; })()", "typeof x, x = 1, x", "if (typeof y === 'undefined') y = 2; y", "typeof $a_1 + typeof été",
  "typeof module !== 'undefined' && module.exports", "typeof define === 'function' && define.amd", "let q = 1; typeof q",
  "typeof exports === 'object' ? exports.a : 1", "var g = 1; typeof g", "function h() {} typeof h", "lost",
  "typeof process + typeof require + typeof setTimeout + typeof Buffer + typeof URL + typeof fetch + typeof window",
  "process", "fetch", "setTimeout(() => {})", "typeof Array + typeof JSON + typeof Math + typeof undefined + typeof eval + typeof Intl",
]) {
  console.log(code, failing(() => vm.runInNewContext(code, { exports: { a: 5 } })));
}
const later = new vm.Script("typeof later + typeof missing");
const grown = vm.createContext({});
console.log(later.runInContext(grown));
grown.later = 1;
console.log(later.runInContext(grown), typeof globalThis.later);
console.log(Object.keys(vm.runInNewContext("if (typeof made === 'undefined') made = 1; this")).join(), typeof made);

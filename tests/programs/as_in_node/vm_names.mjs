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

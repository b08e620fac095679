import { URL as NodeURL } from "node:url";

const failure = (call) => {
  try {
    return String(call());
  } catch (error) {
    return `${error.name} ${error.code} ${error.message} ${error.input} ${error.base}`;
  }
};

console.log(failure(() => new URL("nope")), failure(() => new URL("x", "y")), failure(() => new URL()), failure(() => URL("a:b")));
console.log(failure(() => new URL("p", undefined)), failure(() => new URL("p", null)), failure(() => new URL("p", new URL("http://h/a/b"))));
console.log(NodeURL === URL, new URL("http://h").constructor === URL, URL.name, URL.length, URL.canParse("a:b"), typeof URL.createObjectURL);
class Own extends URL {
  get last() {
    return this.pathname.split("/").at(-1);
  }
}
console.log(new Own("http://h/a/b").last, new Own("http://h") instanceof URL);

const iterable = (list) => Object.assign(() => {}, { [Symbol.iterator]: () => list[Symbol.iterator]() });
const inits = [
  undefined, null, "?a=1", 5, { a: 1, b: null }, [["a", 1]], new Map([["a", "b"]]), new URLSearchParams("x=y"),
  iterable([iterable(["k", "v"])]), [[1]], [[1, 2, 3]], ["ab"], [null], { [Symbol.iterator]: 42 }, { [Symbol("s")]: 1 }, Symbol("s"), [["a", Symbol("s")]],
];
for (const init of inits) console.log(failure(() => new URLSearchParams(init)));
class Params extends URLSearchParams {}
console.log(new Params("a=b").get("a"), new URLSearchParams().constructor === URLSearchParams, new URL("http://h?q=1").searchParams instanceof URLSearchParams);

for (const [encoding, bytes] of [["utf-8", [0xc0]], ["utf-16le", [0]], ["utf-8", [0x61]]]) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  console.log(failure(() => decoder.decode(new Uint8Array(bytes))));
}
console.log(TextDecoder.prototype.decode.name, TextDecoder.prototype.decode.length, new TextDecoder().decode(new Uint8Array([0xff])));

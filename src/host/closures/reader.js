// What the walk asks of JavaScript, because V8 answers it there only or fastest. Runs in the
// program's realm and is never visible to it.
(() => {
  const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn, isExtensible, isFrozen, isSealed } = Object;
  const { apply, ownKeys } = Reflect;
  const { keyFor } = Symbol;
  const maxByteLength = getOwnPropertyDescriptor(ArrayBuffer.prototype, "maxByteLength").get;
  const resizable = getOwnPropertyDescriptor(ArrayBuffer.prototype, "resizable").get;
  const flags = getOwnPropertyDescriptor(RegExp.prototype, "flags").get;
  const unboxing = [Number, String, Boolean, BigInt, Symbol].map((it) => it.prototype.valueOf);
  const prototypeOf = (...values) => values.map((it) => getPrototypeOf(it));
  const iterators = prototypeOf([].values(), ""[Symbol.iterator](), new Map().values(), new Set().values(),
    "".matchAll(/a/g), [].values().map(() => 0), Iterator.from({ next() {} }));
  const generator = function* () {};
  const asyncGenerator = async function* () {};
  const asyncFunction = async () => {};
  return {
    // What most objects are: members made by assignment. Integrity 0 is left out; answers a list of
    // key, value, ... or undefined if there is anything else to say.
    plain(object) {
      if (!isExtensible(object)) return undefined;
      const keys = ownKeys(object);
      const list = [];
      for (let index = 0, at = 0; index < keys.length; index++) {
        const key = keys[index];
        const { enumerable, configurable, writable, value } = getOwnPropertyDescriptor(object, key);
        if (!enumerable || !configurable || !writable) return undefined;
        list[at++] = key;
        list[at++] = value;
      }
      return list;
    },
    // The same of an array without holes and other members; true if the array itself is that list.
    isPlainArray(array) {
      if (!isExtensible(array)) return false;
      const { length } = array;
      for (let index = 0; index < length; index++) {
        const member = getOwnPropertyDescriptor(array, index);
        if (member === undefined || !member.enumerable || !member.configurable || !member.writable) return false;
      }
      return true;
    },
    // Integrity (0 extensible, 1 fixed, 2 sealed, 3 frozen), then for each member its key, flags
    // (1 enumerable, 2 configurable, 4 writable, 8 accessor), value or getter, and setter.
    members(object, keys) {
      const list = [isExtensible(object) ? 0 : isFrozen(object) ? 3 : isSealed(object) ? 2 : 1];
      keys ??= ownKeys(object);
      let at = 1;
      for (let index = 0; index < keys.length; index++) {
        const key = keys[index];
        const member = getOwnPropertyDescriptor(object, key);
        if (member === undefined) continue;
        const isAccessor = hasOwn(member, "get");
        list[at++] = key;
        list[at++] = (member.enumerable ? 1 : 0) | (member.configurable ? 2 : 0) |
          (isAccessor ? 8 : member.writable ? 4 : 0);
        list[at++] = isAccessor ? member.get : member.value;
        list[at++] = isAccessor ? member.set : undefined;
      }
      return list;
    },
    keyFor: (symbol) => keyFor(symbol),
    unbox: (object, kind) => apply(unboxing[kind], object, []),
    flags: (object) => apply(flags, object, []),
    maxLength: (buffer) => apply(resizable, buffer, []) ? apply(maxByteLength, buffer, []) : undefined,
    iterators,
    // What has no path.
    hidden: [
      "Object.getPrototypeOf(Int8Array)", getPrototypeOf(Int8Array),
      "Object.getPrototypeOf(Int8Array.prototype)", getPrototypeOf(Int8Array.prototype),
      "Object.getPrototypeOf([].values())", iterators[0],
      "Object.getPrototypeOf(\"\"[Symbol.iterator]())", iterators[1],
      "Object.getPrototypeOf(new Map().values())", iterators[2],
      "Object.getPrototypeOf(new Set().values())", iterators[3],
      "Object.getPrototypeOf(function* () {})", getPrototypeOf(generator),
      "Object.getPrototypeOf(function* () {}).prototype", getPrototypeOf(generator).prototype,
      "Object.getPrototypeOf(async function* () {})", getPrototypeOf(asyncGenerator),
      "Object.getPrototypeOf(async function* () {}).prototype", getPrototypeOf(asyncGenerator).prototype,
      "Object.getPrototypeOf(async () => {})", getPrototypeOf(asyncFunction),
      "Object.getPrototypeOf(async () => {}).constructor", getPrototypeOf(asyncFunction).constructor,
      "Object.getPrototypeOf(function* () {}).constructor", getPrototypeOf(generator).constructor,
    ],
    functions: prototypeOf(() => 0, generator, asyncGenerator, asyncFunction),
  };
})()

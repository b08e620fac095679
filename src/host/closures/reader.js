// Reads objects for the walk, where only JavaScript can, or is fastest. Runs in the program's
// realm and is never visible to the program.
(() => {
  const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn, isExtensible, isFrozen, isSealed } = Object;
  const { apply, ownKeys } = Reflect;
  const { keyFor } = Symbol;
  const { stringify } = JSON;
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
  const { get: find, set: keep } = Map.prototype;
  const { isArray } = Array;
  const { isWellFormed } = String.prototype;
  const objectPrototype = Object.prototype;
  const arrayPrototype = Array.prototype;
  const hook = Symbol.for("lumi.capture");
  // The result of `batchReader`, reused by the next call.
  let tape = new Float64Array(1024);
  const enlarge = () => {
    const longer = new Float64Array(tape.length * 2);
    for (let index = 0; index < tape.length; index++) longer[index] = tape[index];
    tape = longer;
  };
  const isPlain = (member) =>
    member !== undefined && member.writable === true && member.enumerable && member.configurable;
  const isSame = (one, other) => {
    if (one.length !== other.length) return false;
    for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
    return true;
  };
  return {
    // Returns a function that reads many objects of one capture at once. None may be a proxy, and V8
    // must treat each as a plain object or array. The function returns [tape, length, strings,
    // others, shapes]. The tape has for each object: -1 if there is more to capture than its values;
    // or -2, the length and the values of an array; or the index of a shape, and a value for each of
    // its keys. A value is 0 to 3 (undefined, null, false, true); 4 and a number; 5 and the index of
    // a string; 6 and an index of `others`. `strings` and `shapes` are those that are new in this call.
    batchReader() {
      if (tape.length > 1 << 16) tape = new Float64Array(1024);
      const numbers = new Map();
      let strings, others, shapes, at;
      let known = 0;
      const recent = [];
      let latest = 0;
      let named = 0;
      const value = (it) => {
        if (at + 2 > tape.length) enlarge();
        switch (typeof it) {
          case "undefined": tape[at++] = 0; return;
          case "boolean": tape[at++] = it ? 3 : 2; return;
          case "number": tape[at++] = 4; tape[at++] = it; return;
          case "string": {
            // For long arrays, V8 would have to create the keys first.
            let number = it.length > 12 ? undefined : apply(find, numbers, [it]);
            if (number === undefined) {
              number = known++;
              strings[strings.length] = it;
              if (it.length <= 12) apply(keep, numbers, [it, number]);
            }
            tape[at++] = 5;
            tape[at++] = number;
            return;
          }
          default:
            if (it === null) { tape[at++] = 1; return; }
            tape[at++] = 6;
            tape[at++] = others.length;
            others[others.length] = it;
        }
      };
      const array = (object) => {
        const { length } = object;
        // Longer ones were checked before.
        if (length <= 32 && ownKeys(object).length !== length + 1) return false;
        tape[at++] = -2;
        tape[at++] = length;
        for (let index = 0; index < length; index++) {
          const member = getOwnPropertyDescriptor(object, index);
          if (!isPlain(member)) return false;
          value(member.value);
        }
        return true;
      };
      const shape = (keys) => {
        for (let index = 0; index < recent.length; index++) {
          if (isSame(recent[index].keys, keys)) return recent[index].number;
        }
        for (let index = 0; index < keys.length; index++) {
          const key = keys[index];
          if (typeof key === "symbol" || key === "constructor" || !apply(isWellFormed, key, [])) return -1;
        }
        recent[latest] = { keys, number: named };
        latest = (latest + 1) % 8;
        shapes[shapes.length] = keys;
        return named++;
      };
      const plain = (object) => {
        const keys = ownKeys(object);
        const number = shape(keys);
        if (number < 0) return false;
        tape[at++] = number;
        for (let index = 0; index < keys.length; index++) {
          const member = getOwnPropertyDescriptor(object, keys[index]);
          if (!isPlain(member)) return false;
          value(member.value);
        }
        return true;
      };
      return (objects) => {
        strings = [];
        others = [];
        shapes = [];
        at = 0;
        for (let index = 0; index < objects.length; index++) {
          const object = objects[index];
          const start = at;
          const first = others.length;
          if (at + 2 > tape.length) enlarge();
          const isList = isArray(object);
          const is = isExtensible(object) &&
            getPrototypeOf(object) === (isList ? arrayPrototype : objectPrototype) &&
            (isList ? array(object) : plain(object));
          if (!is) {
            others.length = first;
            at = start;
            tape[at++] = -1;
          }
        }
        return [tape, at, strings, others, shapes];
      };
    },
    // For each object, none of which may be a proxy: whether it is captured directly, without a hook,
    // and is not the prototype of a class.
    areBare(objects) {
      const answer = new Uint8Array(objects.length);
      for (let index = 0; index < objects.length; index++) {
        const object = objects[index];
        answer[index] = object[hook] === undefined && !hasOwn(object, "constructor") ? 1 : 0;
      }
      return answer;
    },
    // Most objects: members made by assignment. Integrity 0 is left out; returns a list of key,
    // value, ... or undefined for other objects.
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
    // Returns whether an array has no holes and no other members, so that the array itself is its list.
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
    entries: (headers) => stringify([...headers]),
    flags: (object) => apply(flags, object, []),
    maxLength: (buffer) => apply(resizable, buffer, []) ? apply(maxByteLength, buffer, []) : undefined,
    iterators,
    // Values without a path, by expression.
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

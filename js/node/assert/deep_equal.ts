// Equality of structures as node:assert and node:util define it: strict as `Object.is`, or loose as `==`.

import { programHooks } from "../../web/program_hooks.ts";
import { compareBytes } from "../buffer/bytes.ts";
import types from "../util/types.ts";

type Members = Record<PropertyKey, unknown>;

/** Pairs that are being compared already, for values that contain themselves. */
type Pairs = Map<object, object>;

// deno-lint-ignore eqeqeq
const isAbstractlyEqual = (a: unknown, b: unknown) => a == b;

export const isDeepStrictEqual = (a: unknown, b: unknown): boolean => new Comparer(true).equal(a, b);
export const isDeepLooseEqual = (a: unknown, b: unknown): boolean => new Comparer(false).equal(a, b);

/** Kinds of objects whose content is not in their members. */
const kinds: readonly ((value: unknown) => boolean)[] = [
  Array.isArray,
  types.isDate,
  types.isRegExp,
  (value) => types.isNativeError(value) || value instanceof Error,
  ArrayBuffer.isView,
  types.isAnyArrayBuffer,
  types.isSet,
  types.isMap,
  types.isNumberObject,
  types.isStringObject,
  types.isBooleanObject,
  types.isBigIntObject,
  types.isSymbolObject,
  (value) => value instanceof URL,
];
const kindOf = (value: object): number => kinds.findIndex((isKind) => isKind(value));

const tagOf = (value: object): string => Object.prototype.toString.call(value);

const isEnumerable = (value: object, key: PropertyKey): boolean =>
  Object.getOwnPropertyDescriptor(value, key)?.enumerable === true;

const bytesOf = (value: ArrayBufferView | ArrayBuffer): Uint8Array =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);

class Comparer {
  readonly #isStrict: boolean;
  readonly #pairs: Pairs = new Map();

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  equal(a: unknown, b: unknown): boolean {
    if (a === b) return a !== 0 || !this.#isStrict || Object.is(a, b);
    const areObjects = typeof a === "object" && a !== null && typeof b === "object" && b !== null;
    if (!areObjects) return this.#equalPrimitives(a, b);
    programHooks.refuseProperty(a);
    programHooks.refuseProperty(b);
    if (programHooks.isResource(a) || programHooks.isResource(b)) return false;
    if (this.#isStrict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    const kind = kindOf(a);
    if (kind !== kindOf(b) || (this.#isStrict && tagOf(a) !== tagOf(b))) return false;
    if (this.#pairs.get(a) === b) return true;
    const before = this.#pairs.get(a);
    this.#pairs.set(a, b);
    try {
      return this.#equalContents(a, b) && this.#equalMembers(a as Members, b as Members, kind === 0);
    } finally {
      if (before === undefined) this.#pairs.delete(a);
      else this.#pairs.set(a, before);
    }
  }

  #equalPrimitives(a: unknown, b: unknown): boolean {
    if (Number.isNaN(a) && Number.isNaN(b)) return true;
    const hasObject = [a, b].some((it) => (typeof it === "object" && it !== null) || typeof it === "function");
    return !this.#isStrict && !hasObject && isAbstractlyEqual(a, b);
  }

  /** Content that is not in members. Both values are of one kind. */
  #equalContents(a: object, b: object): boolean {
    if (types.isDate(a)) return (a as Date).getTime() === (b as Date).getTime();
    if (types.isRegExp(a)) return String(a) === String(b) && (a as RegExp).lastIndex === (b as RegExp).lastIndex;
    if (a instanceof URL) return a.href === (b as URL).href;
    if (types.isNativeError(a) || a instanceof Error) return this.#equalErrors(a as Error, b as Error);
    if (ArrayBuffer.isView(a)) return this.#equalViews(a, b as ArrayBufferView);
    if (types.isAnyArrayBuffer(a)) {
      return types.isSharedArrayBuffer(a) === types.isSharedArrayBuffer(b) &&
        compareBytes(bytesOf(a as ArrayBuffer), bytesOf(b as ArrayBuffer)) === 0;
    }
    if (types.isSet(a)) return this.#equalSets(a as Set<unknown>, b as Set<unknown>);
    if (types.isMap(a)) return this.#equalMaps(a as Map<unknown, unknown>, b as Map<unknown, unknown>);
    return !types.isBoxedPrimitive(a) || this.#equalBoxed(a, b);
  }

  #equalErrors(a: Error, b: Error): boolean {
    if (a.message !== b.message || a.name !== b.name) return false;
    const hidden = ["cause", "errors"].filter((key) => !isEnumerable(a, key) && !isEnumerable(b, key));
    return hidden.every((key) =>
      Object.hasOwn(a, key) === Object.hasOwn(b, key) &&
      this.equal((a as unknown as Members)[key], (b as unknown as Members)[key])
    );
  }

  #equalViews(a: ArrayBufferView, b: ArrayBufferView): boolean {
    if (tagOf(a) !== tagOf(b) || a.byteLength !== b.byteLength) return false;
    if (types.isFloat32Array(a) || types.isFloat64Array(a)) {
      // Loosely, 0 equals -0, and NaN differs from itself.
      const [left, right] = [a, b] as unknown as Float64Array[];
      return left!.every((number, index) =>
        this.#isStrict ? Object.is(number, right![index]) : number === right![index]
      );
    }
    return compareBytes(bytesOf(a), bytesOf(b)) === 0;
  }

  #equalBoxed(a: object, b: object): boolean {
    const valueOf = [Number, String, Boolean, BigInt, Symbol]
      .map((it) => it.prototype.valueOf as () => unknown)
      .find((it) => isReadBy(it, a))!;
    return Object.is(Reflect.apply(valueOf, a, []), Reflect.apply(valueOf, b, []));
  }

  #equalSets(a: Set<unknown>, b: Set<unknown>): boolean {
    if (a.size !== b.size) return false;
    const others = [...b].filter((item) => !a.has(item));
    return [...a].filter((item) => !b.has(item)).every((item) =>
      this.#take(others, (other) => this.#canMatch(item, other) && this.equal(item, other))
    );
  }

  #equalMaps(a: Map<unknown, unknown>, b: Map<unknown, unknown>): boolean {
    if (a.size !== b.size) return false;
    const others = [...b].filter(([key]) => !a.has(key));
    return [...a].every(([key, value]) =>
      b.has(key)
        ? this.equal(value, b.get(key))
        : this.#take(others, ([otherKey, other]) =>
          this.#canMatch(key, otherKey) && this.equal(key, otherKey) && this.equal(value, other))
    );
  }

  /** Strictly, members that are no objects match themselves alone. */
  #canMatch(a: unknown, b: unknown): boolean {
    return !this.#isStrict || (typeof a === "object" && a !== null && typeof b === "object" && b !== null);
  }

  /** Takes the first that fits from a list, so that none serves twice. */
  #take<T>(list: T[], fits: (item: T) => boolean): boolean {
    const index = list.findIndex(fits);
    if (index >= 0) list.splice(index, 1);
    return index >= 0;
  }

  #equalMembers(a: Members, b: Members, areArrays: boolean): boolean {
    if (areArrays && (a as unknown as unknown[]).length !== (b as unknown as unknown[]).length) return false;
    // The elements are bytes, which have been compared.
    const isIndex = ArrayBuffer.isView(a) ? (key: string) => /^(0|[1-9][0-9]*)$/.test(key) : () => false;
    const keysOf = (it: Members): PropertyKey[] => [
      ...Object.keys(it).filter((key) => !isIndex(key)),
      ...(this.#isStrict ? Object.getOwnPropertySymbols(it).filter((key) => isEnumerable(it, key)) : []),
    ];
    const keys = keysOf(a);
    if (keys.length !== keysOf(b).length) return false;
    return keys.every((key) => isEnumerable(b, key)) && keys.every((key) => this.equal(a[key], b[key]));
  }
}

/** Whether `valueOf` is that of the object's own kind. */
function isReadBy(valueOf: () => unknown, value: object): boolean {
  try {
    Reflect.apply(valueOf, value, []);
    return true;
  } catch {
    return false;
  }
}

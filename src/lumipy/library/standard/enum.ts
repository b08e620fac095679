// The module `enum`.

import { define, invoke } from "../calls.ts";
import { PyTypeError, ValueError } from "../errors.ts";
import { equal } from "../hashing.ts";
import { repr, text } from "../text.ts";
import { isNumber, PyObject, Tuple } from "../values.ts";

class Auto extends PyObject {
  static override $name = "auto";
  override get $class(): any {
    return Auto;
  }
}

const auto = define("auto", "", () => new Auto());

export class Enum extends PyObject {
  static override $init = "!";
  static override $name = "Enum";
  static $isRepr = false;
  static $ofType = "";
  override __init__(): any {
    return null;
  }
  __str__(): string {
    const self = this as any;
    return self.$class.$isRepr ? text(self.value) : `${self.$class.$name}.${self.name}`;
  }
  __repr__(): string {
    const self = this as any;
    return `<${self.$class.$name}.${self.name}: ${repr(self.value)}>`;
  }
  __hash__(): any {
    return `${(this as any).$class.$name}.${(this as any).name}`;
  }
  override get $class(): any {
    return Enum;
  }
}

class StrEnum extends Enum {
  static override $name = "StrEnum";
  static override $isRepr = true;
  static override $ofType = "str";
  override get $class(): any {
    return StrEnum;
  }
}

class IntEnum extends Enum {
  static override $name = "IntEnum";
  static override $isRepr = true;
  static override $ofType = "int";
  override get $class(): any {
    return IntEnum;
  }
}

/** The value of a member that `auto()` gives. */
function automatic(of: any, name: string, before: any[]): any {
  if (of.$ofType === "str") return name.toLowerCase();
  const numbers = before.map((it) => it.value).filter((it) => isNumber(it)).map(Number);
  return numbers.length === 0 ? 1 : Math.max(...numbers) + 1;
}

/** Gives a class its members. */
export function enumerate(of: any, pairs: any[], mixed: string): any {
  if (mixed !== "") of.$ofType = mixed;
  const members: any[] = [];
  const names = new Map<string, any>();
  for (const [name, given] of pairs) {
    const value = given instanceof Auto ? automatic(of, name, members) : given;
    const member = memberOf(of, name, value, members);
    names.set(name, member);
    of[name] = member;
  }
  of.$members = members;
  of.$names = names;
  return of;
}

/** A new member, or the one that has the value already. */
function memberOf(of: any, name: string, value: any, members: any[]): any {
  const before = members.find((it) => equal(it.value, value));
  if (before !== undefined) {
    if (of.$unique === true) {
      throw new ValueError(`duplicate values found in <enum '${of.$name}'>: ${name} -> ${before.name}`);
    }
    return before;
  }
  const type = of.$ofType;
  if (type === "str" && typeof value !== "string") throw new PyTypeError(`${repr(value)} is not a string`);
  const member = new of();
  member.name = name;
  member.value = value;
  member.$mixed = type !== "";
  if (Object.hasOwn(of, "$init")) invoke(member, "__init__", value instanceof Tuple ? value.items : [value]);
  members.push(member);
  return member;
}

/** `@unique` of a class that has its members already. */
const unique = define("unique", "enumeration, /", (of: any) => of);

const exported: any = { $name: "enum", Enum, IntEnum, StrEnum, auto, unique };

export { exported as enum };

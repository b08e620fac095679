// Tuples with names: `NamedTuple` and `namedtuple`.

import { define } from "./calls.ts";
import { PyTypeError, ValueError } from "./errors.ts";
import { dict, keys, required } from "./hashing.ts";
import { listOf } from "./operators.ts";
import { Tuple } from "./values.ts";

export class NamedTuple extends Tuple {
  static $init = "";
  static $name = "NamedTuple";
  static $python = true;
  static $shown: string[] = [];
  static $defaults: any[] = [];
  static get _fields(): any {
    return new Tuple([...this.$shown]);
  }
  static $_make = "values, /";
  static _make(values: any): any {
    return new (this as any)(...listOf(values));
  }
  constructor(...args: any[]) {
    super(args);
    const self = this as any;
    const { $shown: names, $defaults: defaults } = self.$class;
    names.forEach((name: string, at: number) => {
      if (args[at] === undefined) args[at] = defaults[at - (names.length - defaults.length)];
      self[name] = args[at];
    });
  }
  get $_replace(): string {
    return "**changes";
  }
  _replace(changes: any): any {
    const self = this as any;
    const names: string[] = self.$class.$shown;
    const wrong = keys(changes).filter((it) => !names.includes(it));
    if (wrong.length > 0) {
      throw new ValueError(`Got unexpected field names: [${wrong.map((it) => `'${it}'`).join(", ")}]`);
    }
    const all = names.map((it) => keys(changes).includes(it) ? required(changes, it) : self[it]);
    return new self.$class(...all);
  }
  get $_asdict(): string {
    return "";
  }
  _asdict(): any {
    const self = this as any;
    return dict(self.$class.$shown.map((it: string) => [it, self[it]]));
  }
  get $class(): any {
    return NamedTuple;
  }
}

/** `namedtuple("Name", "first second")` */
export const namedtuple = define(
  "namedtuple",
  "typename, field_names, *, rename=, defaults=",
  (name: any, fields: any, _rename: any = false, defaults: any = null) => {
    const names: string[] = typeof fields === "string"
      ? fields.split(/[,\s]+/).filter((it) => it !== "")
      : listOf(fields);
    if (new Set(names).size < names.length) throw new ValueError("Encountered duplicate field name");
    const given: any[] = defaults === null ? [] : listOf(defaults);
    if (given.length > names.length) throw new PyTypeError("Got more default values than field names");
    const first = names.length - given.length;
    const made: any = class extends NamedTuple {
      static override $name = name;
      static override $shown = names;
      static override $defaults = given;
      static override $init = names.map((it, at) => at < first ? it : `${it}=`).join(", ");
      override get $class(): any {
        return made;
      }
    };
    return made;
  },
);

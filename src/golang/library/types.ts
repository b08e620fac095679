// Descriptions of types, and values with their types.

/** A type. Each type of a program has one description. */
export class Type {
  name: string;
  kind: string;
  elem: any = null;
  key: any = null;
  length: number = 0;
  fields: any[] = [];
  /** The methods of an interface, with their types. */
  wanted: any[] = [];
  /** The methods of values, by name: functions that take the value and give the method, and the type. */
  methods: Map<string, any> = new Map();
  isNamed: boolean = false;
  isDefined: boolean = false;
  number: number;

  constructor(name: string, kind: string) {
    this.name = name;
    this.kind = kind;
    this.number = nextNumber();
  }
}

let numbers: number = 0;

function nextNumber(): number {
  numbers += 1;
  return numbers;
}

/** The value of an interface. */
export class Boxed {
  type: Type;
  value: any;

  constructor(type: Type, value: any) {
    this.type = type;
    this.value = value;
  }
}

export function boxed(type: Type, value: any): Boxed {
  return new Boxed(type, value);
}

export const boolType: Type = new Type("bool", "bool");
export const stringType: Type = new Type("string", "string");
export const intType: Type = new Type("int", "int");
export const int8Type: Type = new Type("int8", "int8");
export const int16Type: Type = new Type("int16", "int16");
export const int32Type: Type = new Type("int32", "int32");
export const int64Type: Type = new Type("int64", "int64");
export const uintType: Type = new Type("uint", "uint");
export const uint8Type: Type = new Type("uint8", "uint8");
export const uint16Type: Type = new Type("uint16", "uint16");
export const uint32Type: Type = new Type("uint32", "uint32");
export const uint64Type: Type = new Type("uint64", "uint64");
export const uintptrType: Type = new Type("uintptr", "uintptr");
export const float32Type: Type = new Type("float32", "float32");
export const float64Type: Type = new Type("float64", "float64");
/** A number of an output without a fraction, which verbs of floats show as well as those of integers. */
export const wholeType: Type = new Type("lumi.whole", "int64");
export const anyType: Type = new Type("interface {}", "interface");
export const anySliceType: Type = sliceTypeOf("[]interface {}", anyType);
export const anyMapType: Type = mapTypeOf("map[string]interface {}", stringType, anyType);

export function named(name: string, isLibrary: boolean): Type {
  const type = new Type(name, isLibrary ? "library" : "named");
  type.isNamed = true;
  return type;
}

export function pointerTo(name: string, elem: Type): Type {
  const type = new Type(name, "pointer");
  type.elem = elem;
  return type;
}

export function sliceTypeOf(name: string, elem: Type): Type {
  const type = new Type(name, "slice");
  type.elem = elem;
  return type;
}

export function arrayOf(name: string, length: number, elem: Type): Type {
  const type = new Type(name, "array");
  type.length = length;
  type.elem = elem;
  return type;
}

export function mapTypeOf(name: string, key: Type, elem: Type): Type {
  const type = new Type(name, "map");
  type.key = key;
  type.elem = elem;
  return type;
}

export function structOf(name: string, fields: any[]): Type {
  const type = new Type(name, "struct");
  type.fields = fields;
  return type;
}

export function interfaceOf(name: string, methods: any[]): Type {
  const type = new Type(name, "interface");
  type.wanted = methods;
  return type;
}

export function functionOf(name: string): Type {
  return new Type(name, "func");
}

/** Gives a type its definition and its methods. */
export function define(type: Type, under: Type | null, methods: any): void {
  if (under !== null) {
    type.kind = under.kind;
    type.elem = under.elem;
    type.key = under.key;
    type.length = under.length;
    type.fields = under.fields;
    type.wanted = under.wanted;
  }
  for (const [name, method] of Object.entries(methods)) type.methods.set(name, method);
}

/** The method of a value, as a function of its arguments; `undefined` if it has none. */
export function methodOf(value: Boxed, name: string): any {
  const method = value.type.methods.get(name);
  return method === undefined ? undefined : method[0](value.value);
}

/** Whether a type has the methods of an interface; the name of one that it lacks. */
export function lacking(type: Type, wanted: Type): string | undefined {
  for (const [name, signature] of wanted.wanted) {
    const method = type.methods.get(name);
    if (method === undefined || method[1] !== signature) return name;
  }
  return undefined;
}

/** Whether the value of an interface has a type, or the methods of one. */
export function is(value: Boxed | null, type: Type): boolean {
  if (value === null) return false;
  if (type.kind === "interface") return lacking(value.type, type) === undefined;
  return value.type === type;
}

export function isAggregate(type: Type): boolean {
  return type.kind === "struct" || type.kind === "array";
}

const signedKinds = ["int", "int8", "int16", "int32", "int64"];
const unsignedKinds = ["uint", "uint8", "uint16", "uint32", "uint64", "uintptr"];

export function isSigned(type: Type): boolean {
  return signedKinds.includes(type.kind);
}

export function isUnsigned(type: Type): boolean {
  return unsignedKinds.includes(type.kind);
}

export function isFloat(type: Type): boolean {
  return type.kind === "float64" || type.kind === "float32";
}

// The SDK of Lumi, as programs in Go know it.

import * as lumi from "lumi";

import { items, mapOf, type Slice, slice } from "./collections.ts";
import { Sprintf } from "./fmt.ts";
import { encode, integerOf, isZero } from "./json.ts";
import { tagged } from "./json_fields.ts";
import { guarded } from "./panics.ts";
import { cell } from "./pointers.ts";
import { decoded, utf8 } from "./texts.ts";
import {
  anyMapType,
  anySliceType,
  boolType,
  Boxed,
  float64Type,
  isAggregate,
  isFloat,
  isSigned,
  isUnsigned,
  methodOf,
  stringType,
  type Type,
  wholeType,
} from "./types.ts";
import { setTarget, zero } from "./aggregates.ts";

/** The outputs of the stack. */
export const outputs: Record<string, any> = {};

/** A value of Go as the SDK knows it: `path` says where it stands. */
function plain(type: Type, value: any, path: string): any {
  if (type.name.startsWith("lumi.Output[")) return value.cell;
  if (type.name === "lumi.Asset" || type.name === "lumi.Archive") return value.content;
  if (value !== null && type.methods.has("ofState")) return methodOf(new Boxed(type, value), "ofState")();
  switch (type.kind) {
    case "bool":
      return value;
    case "string":
      return decoded(value);
    case "interface":
      return value === null ? null : plain(value.type, value.value, path);
    case "pointer":
      if (value === null) return null;
      return plain(type.elem, isAggregate(type.elem) ? value : value.read(), path);
    case "slice":
      if (type.elem.kind === "uint8") throw new Error(`${path}: LumiGo has no bytes as inputs; use a string`);
      return items(value).map((it, at) => plain(type.elem, it, `${path}[${at}]`));
    case "array":
      return value.map((it: any, at: number) => plain(type.elem, it, `${path}[${at}]`));
    case "map":
      return value === null ? null : plainMap(type, value, path);
    case "struct":
      return plainStruct(type, value, path);
    case "func":
      throw new Error(`${path}: a function cannot be an input`);
    default:
      if (typeof value === "bigint") throw new Error(`${path}: the integer ${value} has more than 53 bits, which inputs do not have`);
      return value;
  }
}

function plainMap(type: Type, map: any, path: string): any {
  if (type.key.kind !== "string") throw new Error(`${path}: the keys of a map that is an input are strings`);
  const result: any = {};
  for (const [key, value] of map.pairs.values()) {
    const name = decoded(key);
    result[name] = plain(type.elem, value, path === "" ? name : `${path}.${name}`);
  }
  return result;
}

function plainStruct(type: Type, value: any, path: string): any {
  const result: any = {};
  let isTagged = type.fields.length === 0;
  for (const field of type.fields) {
    const tag = tagged(field.tag, "lumi");
    if (tag === undefined || !field.isExported || tag === "-") continue;
    isTagged = true;
    const [short = "", ...options] = tag.split(",");
    const name = short === "" ? field.name : short;
    const content = value[field.member];
    if (options.includes("omitempty") && isZero(field.type, content)) continue;
    result[name] = plain(field.type, content, `${path}.${name}`);
  }
  if (!isTagged) throw new Error(`${path === "" ? "the value" : path} is a ${type.name}, whose fields have no tags such as \`lumi:"name"\``);
  return result;
}

/** The value of an interface as the SDK knows it. */
function data(of: Boxed | null): any {
  return of === null ? null : plain(of.type, of.value, "");
}

function inputs(of: Boxed | null): any {
  return data(of) ?? {};
}

/** A value of the SDK as one of a type of Go. */
function typed(type: Type, value: any): any {
  const isMissing = value === null || value === undefined;
  if (type.kind === "interface") return isMissing ? null : natural(value);
  if (isMissing) return zero(type);
  switch (type.kind) {
    case "bool":
      if (typeof value === "boolean") return value;
      break;
    case "string":
      if (typeof value === "string") return utf8(value);
      break;
    case "slice":
      if (Array.isArray(value)) return slice(value.map((it: any) => typed(type.elem, it)));
      break;
    case "map":
      if (isObject(value)) return mapOf(null, Object.entries(value).map(([key, it]) => [utf8(key), typed(type.elem, it)]));
      break;
    case "pointer": {
      const found = typed(type.elem, value);
      return isAggregate(type.elem) ? found : cell(found);
    }
    case "struct":
      if (isObject(value)) return typedStruct(type, value);
      break;
    default:
      if (isFloat(type) && typeof value === "number") return value;
      if ((isSigned(type) || isUnsigned(type)) && Number.isSafeInteger(value) && integerOf(type, String(value))[1] === 0) return value;
  }
  throw new Error(`a ${Array.isArray(value) ? "list" : typeof value} does not fit the type ${type.name}`);
}

function isObject(value: any): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typedStruct(type: Type, value: any): any {
  const result = zero(type);
  for (const field of type.fields) {
    const tag = tagged(field.tag, "lumi");
    if (tag === undefined || !field.isExported) continue;
    const [name = ""] = tag.split(",");
    result[field.member] = typed(field.type, value[name === "" ? field.name : name]);
  }
  return result;
}

function natural(value: any): Boxed | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return new Boxed(stringType, utf8(value));
  if (typeof value === "boolean") return new Boxed(boolType, value);
  if (typeof value === "number") return new Boxed(float64Type, value);
  if (Array.isArray(value)) return new Boxed(anySliceType, slice(value.map(natural)));
  const entries = Object.entries(value).map(([key, it]) => [utf8(key), natural(it)]);
  return new Boxed(anyMapType, mapOf(null, entries));
}

function failure(error: any): Error {
  return new Error(decoded(methodOf(error, "Error")()));
}

export function Run(program: any): void {
  const error = program({ run: null });
  if (error !== null) throw failure(error);
}

export function Context_Project(): string {
  return utf8(lumi.getProject());
}

export function Context_Stack(): string {
  return utf8(lumi.getStack());
}

export function Context_IsPreview(): boolean {
  return lumi.isDryRun();
}

export function Context_Export(_: any, name: string, value: Boxed | null): void {
  const own = decoded(name);
  if (own === "") throw new Error("the name of an output must not be empty");
  if (Object.hasOwn(outputs, own)) throw new Error(`the output "${own}" is exported twice`);
  outputs[own] = data(value);
}

function about(resources: Slice | null): any {
  const first = items(resources)[0];
  return first === undefined ? undefined : data(first);
}

export function Context_Debug(_: any, message: string, resources: Slice | null): void {
  lumi.log.debug(decoded(message), about(resources));
}

export function Context_Info(_: any, message: string, resources: Slice | null): void {
  lumi.log.info(decoded(message), about(resources));
}

export function Context_Warning(_: any, message: string, resources: Slice | null): void {
  lumi.log.warn(decoded(message), about(resources));
}

export function Context_Error(_: any, message: string, resources: Slice | null): void {
  lumi.log.error(decoded(message), about(resources));
}

function settings(of: any): any {
  return new lumi.Config(decoded(of.namespace));
}

export function Config_Has(of: any, key: string): boolean {
  return settings(of).get(decoded(key)) !== undefined;
}

export function Config_Get(of: any, key: string): string {
  return utf8(settings(of).get(decoded(key)) ?? "");
}

export function Config_Require(of: any, key: string): string {
  return utf8(settings(of).require(decoded(key)));
}

export function Config_RequireFloat(of: any, key: string): number {
  return settings(of).requireNumber(decoded(key));
}

export function Config_RequireInt(of: any, key: string): number {
  const found = settings(of).requireNumber(decoded(key));
  if (!Number.isSafeInteger(found)) throw new Error(`configuration "${decoded(key)}" must be an integer, but is ${found}`);
  return found;
}

export function Config_RequireBool(of: any, key: string): boolean {
  return settings(of).requireBoolean(decoded(key));
}

export function Config_RequireObject(of: any, key: string, target: Boxed): void {
  const { type, value } = target;
  const found = typed(type.elem, settings(of).requireObject(decoded(key)));
  setTarget(type.elem, value, found);
}

export function requireSecret(namespace: string, key: string): any {
  return new lumi.Config(decoded(namespace)).requireSecret(decoded(key));
}

export function requireSecretObject(namespace: string, key: string): any {
  return new lumi.Config(decoded(namespace)).requireSecretObject(decoded(key));
}

function output(property: any): any {
  return { cell: property, of: [] };
}

/** The result of a function of Go that also answers an error. */
function answered(function_: any, argument: any): any {
  const [answer, error] = guarded(() => function_(argument));
  if (error !== null) throw failure(error);
  return answer;
}

export function Apply(from: Type, to: Type, of: any, function_: any): any {
  return output(of.cell.then((it: any) => plain(to, answered(function_, typed(from, it)), "")));
}

export function ApplyOutput(from: Type, _: Type, of: any, function_: any): any {
  return output(of.cell.then((it: any) => answered(function_, typed(from, it)).cell));
}

export function outputOf(value: Boxed | null): any {
  return new lumi.Property(data(value));
}

export function secret(property: any, is: boolean): any {
  return is ? lumi.secret(property) : lumi.unsecret(property);
}

/** An argument of a format: of a number it is no longer known whether it was an integer in the call. */
function argument(value: any): Boxed | null {
  const isWhole = Number.isInteger(value) && Math.abs(value) < 2 ** 63;
  return isWhole ? new Boxed(wholeType, Number.isSafeInteger(value) ? value + 0 : BigInt(value)) : natural(value);
}

export function sprintf(format: string, values: Slice | null): any {
  return (lumi.all(items(values).map(data)) as any).then((found: any[]) => {
    return decoded(Sprintf(format, slice(found.map(argument))));
  });
}

export function jsonOf(value: Boxed | null): any {
  return new lumi.Property(data(value)).then((it: any) => {
    const [text, problem] = encode(natural(it));
    if (problem !== "") throw new Error(decoded(problem));
    return decoded(text);
  });
}

export function member(of: any, name: string): any {
  return of[decoded(name)];
}

function options(all: Slice | null): any {
  const result: any = {};
  for (const it of items(all)) {
    const value = data(it.value);
    const before = result[it.name];
    result[it.name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return result;
}

/** An object of the SDK as a struct of Go that embeds `base`. */
function based(state: any): any {
  return { base: { state } };
}

export function NewResource(_: any, kindOf: string, name: string, values: Boxed | null, all: Slice | null): any {
  return based(new lumi.CustomResource(decoded(kindOf), decoded(name), inputs(values), options(all)));
}

export function GetResource(_: any, kindOf: string, name: string, id: Boxed | null, values: Boxed | null, all: Slice | null): any {
  return based(lumi.CustomResource.get(decoded(kindOf), decoded(name), data(id), inputs(values), options(all)));
}

export function NewProvider(_: any, kindOf: string, name: string, values: Boxed | null, all: Slice | null): any {
  return based(new lumi.ProviderResource(decoded(kindOf), decoded(name), inputs(values), options(all)));
}

export function NewRemoteComponent(_: any, kindOf: string, name: string, values: Boxed | null, all: Slice | null): any {
  return based(new lumi.RemoteComponent(decoded(kindOf), decoded(name), inputs(values), options(all)));
}

export function NewComponent(_: any, kindOf: string, name: string, values: Boxed | null, all: Slice | null): any {
  return based(new lumi.ComponentResource(decoded(kindOf), decoded(name), inputs(values), options(all)));
}

export function NewStackReference(_: any, stack: string, all: Slice | null): any {
  return { CustomResource: based(new lumi.StackReference(decoded(stack), {}, options(all))) };
}

export function stackOutput(of: any, name: string): any {
  return of.requireOutput(decoded(name));
}

export function registerOutputs(of: any, values: any): void {
  of.registerOutputs(inputs(values));
}

export function invoke(token: string, values: Boxed | null, all: Slice | null): any {
  return lumi.invoke(decoded(token), inputs(values), options(all));
}

export function callMethod(token: string, resource: any, values: Boxed | null): any {
  return lumi.call(decoded(token), resource, inputs(values));
}

export function asset(kind: string, text: string): any {
  const own = decoded(text);
  return kind === "text" ? new lumi.StringAsset(own) : kind === "file" ? new lumi.FileAsset(own) : new lumi.RemoteAsset(own);
}

export function archive(kind: string, text: string): any {
  return kind === "file" ? new lumi.FileArchive(decoded(text)) : new lumi.RemoteArchive(decoded(text));
}

export function assetArchive(members: Boxed): any {
  return new lumi.AssetArchive(data(members));
}

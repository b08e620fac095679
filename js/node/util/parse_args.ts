// util.parseArgs: options and positional arguments of a command line.

import { coded, invalidArgType, invalidArgValue } from "../node_errors.ts";

declare const process: { argv: string[] };

type Value = string | boolean;

export interface ParseArgsOption {
  type: "string" | "boolean";
  short?: string;
  multiple?: boolean;
  default?: Value | string[] | boolean[];
}

export interface ParseArgsConfig {
  args?: readonly string[];
  options?: Record<string, ParseArgsOption>;
  strict?: boolean;
  allowPositionals?: boolean;
  allowNegative?: boolean;
  tokens?: boolean;
}

interface OptionToken {
  kind: "option";
  name: string;
  rawName: string;
  index: number;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

export type ParseArgsToken =
  | OptionToken
  | { kind: "positional"; index: number; value: string }
  | { kind: "option-terminator"; index: number };

export interface ParsedArgs {
  values: Record<string, Value | Value[] | undefined>;
  positionals: string[];
  tokens?: ParseArgsToken[];
}

type Options = Record<string, ParseArgsOption>;

const NEGATION = "no-";

const optionOf = (options: Options, name: string): ParseArgsOption | undefined =>
  Object.hasOwn(options, name) ? options[name] : undefined;

const takesValue = (options: Options, name: string): boolean => optionOf(options, name)?.type === "string";

/** The name of the option with this letter, which may be unknown. */
const nameOf = (options: Options, letter: string): string =>
  Object.keys(options).find((name) => options[name]!.short === letter) ?? letter;

function checkType(name: string, value: unknown, type: string): void {
  if (typeof value !== type) throw invalidArgType(name, `of type ${type}`, value);
}

function checkOption(name: string, option: ParseArgsOption): void {
  const at = `options.${name}`;
  if (typeof option !== "object" || option === null) throw invalidArgType(at, "of type object", option);
  const { type, short, multiple = false } = option;
  if (type !== "string" && type !== "boolean") {
    throw invalidArgType(`${at}.type`, "('string|boolean')", type);
  }
  if (Object.hasOwn(option, "short")) {
    checkType(`${at}.short`, short, "string");
    if (short!.length !== 1) throw invalidArgValue(`${at}.short`, `'${short}'`, "must be a single character");
  }
  checkType(`${at}.multiple`, multiple, "boolean");
  const given = option.default;
  if (given === undefined) return;
  if (!multiple) return checkType(`${at}.default`, given, type);
  if (!Array.isArray(given)) throw invalidArgType(`${at}.default`, "an instance of Array", given);
  for (const [index, it] of given.entries()) checkType(`${at}.default[${index}]`, it, type);
}

/** Splits a command line. Groups of letters count as one argument. */
function tokensOf(args: readonly string[], options: Options): ParseArgsToken[] {
  const tokens: ParseArgsToken[] = [];
  const rest = [...args];
  let index = -1;
  let inGroup = 0;
  const add = (name: string, rawName: string, inline?: string): void => {
    const hasNext = inline === undefined && takesValue(options, name) && rest.length > 0;
    const value = hasNext ? rest.shift() : inline;
    const inlineValue = value === undefined ? undefined : !hasNext;
    tokens.push({ kind: "option", name, rawName, index, value, inlineValue });
    if (hasNext) index++;
  };
  while (rest.length > 0) {
    const arg = rest.shift()!;
    if (inGroup > 0) inGroup--;
    else index++;
    if (arg === "--") {
      tokens.push({ kind: "option-terminator", index });
      for (const value of rest.splice(0)) tokens.push({ kind: "positional", index: ++index, value });
    } else if (arg.length < 2 || !arg.startsWith("-")) {
      tokens.push({ kind: "positional", index, value: arg });
    } else if (arg.startsWith("--")) {
      const end = arg.indexOf("=", 3);
      if (end < 0) add(arg.slice(2), arg);
      else add(arg.slice(2, end), arg.slice(0, end), arg.slice(end + 1));
    } else {
      const name = nameOf(options, arg[1]!);
      const rawName = arg.slice(0, 2);
      if (arg.length === 2) add(name, rawName);
      else if (takesValue(options, name)) add(name, rawName, arg.slice(2));
      else {
        const letters = lettersOf(arg.slice(1), options);
        rest.unshift(...letters);
        inGroup = letters.length;
      }
    }
  }
  return tokens;
}

/** The options of a group of letters; the last one may have its value attached. */
function lettersOf(group: string, options: Options): string[] {
  const isLast = (letter: string) => takesValue(options, nameOf(options, letter));
  const end = [...group].findIndex(isLast);
  if (end < 0) return Array.from(group, (it) => `-${it}`);
  return [...Array.from(group.slice(0, end), (it) => `-${it}`), `-${group.slice(end)}`];
}

function invalidValue(text: string): Error {
  return coded(TypeError, "ERR_PARSE_ARGS_INVALID_OPTION_VALUE", text);
}

/** Refuses options that are unknown, and values that they do not take. */
function checkUse(token: OptionToken, options: Options, isNegatable: boolean, hasPositionals: boolean): void {
  const { rawName, value, inlineValue } = token;
  let { name } = token;
  if (isNegatable && name.startsWith(NEGATION) && !Object.hasOwn(options, name)) {
    const positive = name.slice(NEGATION.length);
    if (optionOf(options, positive)?.type === "boolean") name = positive;
  }
  const option = optionOf(options, name);
  if (option === undefined) {
    const advice = ". To specify a positional argument starting with a '-', place it at the end of the command after " +
      `'--', as in '-- ${JSON.stringify(rawName)}`;
    throw coded(TypeError, "ERR_PARSE_ARGS_UNKNOWN_OPTION",
      `Unknown option '${rawName}'${hasPositionals ? advice : ""}`);
  }
  const shown = `${option.short === undefined ? "" : `-${option.short}, `}--${name}`;
  if (option.type === "string" && value === undefined) throw invalidValue(`Option '${shown} <value>' argument missing`);
  if (option.type === "boolean" && value !== undefined) {
    throw invalidValue(`Option '${shown}' does not take an argument`);
  }
  if (inlineValue === false && value!.length > 1 && value!.startsWith("-")) {
    const example = rawName.startsWith("--") ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
    throw invalidValue(
      `Option '${rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${rawName}'?\n` +
        `To specify an option argument starting with a dash use ${example}.`,
    );
  }
}

function store(
  { name, value }: OptionToken,
  options: Options,
  isNegatable: boolean,
  values: ParsedArgs["values"],
): void {
  const isNegated = isNegatable && value === undefined && name.startsWith(NEGATION);
  const key = isNegated ? name.slice(NEGATION.length) : name;
  if (key === "__proto__") return;
  const found = isNegated ? false : value ?? true;
  if (optionOf(options, key)?.multiple !== true) values[key] = found;
  else values[key] = [...(values[key] as Value[] | undefined ?? []), found];
}

function checked(config: ParseArgsConfig): Required<Omit<ParseArgsConfig, "tokens">> & { tokens: boolean } {
  const { args = process.argv.slice(2), strict = true, tokens = false, allowNegative = false } = config;
  const { allowPositionals = !strict } = config;
  const options = config.options ?? {};
  if (!Array.isArray(args)) throw invalidArgType("args", "an instance of Array", args);
  const flags = { strict, allowPositionals, tokens, allowNegative };
  for (const [name, flag] of Object.entries(flags)) checkType(name, flag, "boolean");
  if (typeof options !== "object") throw invalidArgType("options", "of type object", options);
  for (const [name, option] of Object.entries(options)) checkOption(name, option);
  return { args, options, ...flags };
}

export function parseArgs(config: ParseArgsConfig = {}): ParsedArgs {
  const { args, options, strict, allowPositionals, allowNegative, tokens: isDetailed } = checked(config);
  const tokens = tokensOf(args, options);
  const values = Object.create(null) as ParsedArgs["values"];
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "option") {
      if (strict) checkUse(token, options, allowNegative, allowPositionals);
      store(token, options, allowNegative, values);
    } else if (token.kind === "positional") {
      if (!allowPositionals) {
        const text = `Unexpected argument '${token.value}'. This command does not take positional arguments`;
        throw coded(TypeError, "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL", text);
      }
      positionals.push(token.value);
    }
  }
  for (const [name, { default: given }] of Object.entries(options)) {
    if (given !== undefined && name !== "__proto__" && values[name] === undefined) values[name] = given;
  }
  return { values, positionals, ...(isDetailed ? { tokens } : {}) };
}

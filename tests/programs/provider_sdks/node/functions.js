import { Failure, plain, Secret, Unknown } from "lumi-sdk/provider";
import { kindOf } from "./outputs.js";

/** The functions of the package; the argument of each has a name and a type, if it has one. */
export function functions(store) {
  const described = {
    echo: [(values) => values, "value", "any"],
    settings: [() => settings(store)],
    environment: [() => ({ token: "LUMI_TOKEN" in process.env, engine: "LUMI_ENGINE" in process.env })],
    fail: [({ message }) => {
      throw Failure.refused(plain(message));
    }, "message", "string"],
    raise: [({ message }) => {
      throw new Error(plain(message));
    }, "message", "string"],
    nested: [({ levels }) => nested(plain(levels)), "levels", "number"],
    depth: [({ value }) => depth(plain(value)), "value", "any"],
    numbers: [numbers],
    kinds: [({ values = [] }) => values.map((it) => (it instanceof Unknown ? "unknown" : kindOf(it))), "values",
      "array"],
    large: [({ size }) => "x".repeat(plain(size)), "size", "number"],
    count: [async () => (await store.ids()).length],
  };
  return Object.entries(described).map(([name, [invoke, argument, type]]) => ({
    token: `conformance:index:${name}`,
    arguments: argument === undefined ? [] : [{ name: argument, type }],
    invoke: (request) => invoke(request.arguments),
  }));
}

function settings({ config, folder, prefix }) {
  const token = "token" in config ? new Secret(config.token) : null;
  return { folder, prefix, hasToken: token !== null, token };
}

function nested(levels) {
  let value = "end";
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function depth(value) {
  let levels = 0;
  for (; Array.isArray(value) && value.length === 1; levels++) value = value[0];
  return levels;
}

function numbers() {
  const infinity = Number.POSITIVE_INFINITY;
  return {
    large: 2 ** 53,
    small: 5e-324,
    negativeZero: -0,
    infinity,
    minusInfinity: -infinity,
    nan: Number.NaN,
    third: 1 / 3,
  };
}

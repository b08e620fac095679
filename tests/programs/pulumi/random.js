"use strict";
// A provider plugin like that of @pulumi/random, written with what @pulumi/pulumi has for providers: the
// resources that package declares, and one that gets into trouble. Objects of the latter are files
// below the working directory, so that the next process finds them.

const crypto = require("crypto");
const fs = require("fs");
const { main } = require("@pulumi/pulumi/provider");
const log = require("@pulumi/pulumi/log");
const { specialSigKey, specialSecretSig } = require("@pulumi/pulumi/runtime");

const secret = (value) => ({ [specialSigKey]: specialSecretSig, value });
const plain = (value) => value?.[specialSigKey] === specialSecretSig ? value.value : value;

function characters({ lower = true, upper = true, numeric = true, special = true, overrideSpecial }) {
  return (lower ? "abcdefghijklmnopqrstuvwxyz" : "") + (upper ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ" : "") +
    (numeric ? "0123456789" : "") + (special ? overrideSpecial ?? "!@#$%&*()-_=+[]{}<>:?" : "");
}

function text(inputs) {
  const all = characters(inputs);
  return Array.from({ length: inputs.length }, () => all[crypto.randomInt(all.length)]).join("");
}

const text_defaults = { lower: true, upper: true, numeric: true, special: true, minLower: 0, minUpper: 0 };
const animals = ["lark", "marten", "newt"];

/** The facts about each type: defaults of inputs, required inputs, and how an object is made. */
const types = {
  "random:index/randomString:RandomString": {
    defaults: text_defaults,
    required: ["length"],
    make: (inputs) => {
      const result = text(inputs);
      return { id: result, outs: { result } };
    },
    found: (id) => ({ length: id.length, ...text_defaults, result: id }),
  },
  "random:index/randomPassword:RandomPassword": {
    defaults: text_defaults,
    required: ["length"],
    make: (inputs) => ({ id: "none", outs: { result: secret(text(inputs)), bcryptHash: secret("$2a$10$x") } }),
  },
  "random:index/randomPet:RandomPet": {
    defaults: { length: 2, separator: "-" },
    required: [],
    make: ({ length, separator, prefix }) => {
      const words = Array.from({ length }, () => animals[crypto.randomInt(animals.length)]);
      return { id: [...prefix === undefined ? [] : [prefix], ...words].join(separator), outs: {} };
    },
  },
  "random:index/randomId:RandomId": {
    defaults: {},
    required: ["byteLength"],
    make: ({ byteLength, prefix = "" }) => {
      const bytes = crypto.randomBytes(byteLength);
      const id = bytes.toString("base64url");
      const [b64Std, hex] = ["base64", "hex"].map((it) => prefix + bytes.toString(it));
      const dec = prefix + BigInt(`0x${bytes.toString("hex")}`).toString();
      return { id, outs: { b64Std, b64Url: prefix + id, hex, dec } };
    },
  },
  "random:index/randomInteger:RandomInteger": {
    defaults: {},
    required: ["min", "max"],
    make: ({ min, max }) => {
      const result = crypto.randomInt(min, max + 1);
      return { id: String(result), outs: { result } };
    },
  },
};

const typeOf = (urn) => urn.split("::")[2].split("$").pop();
const nameOf = (urn) => urn.split("::").slice(3).join("::");

// A resource that fails.

const trouble = "random:index/trouble:Trouble";
const file = (id) => `objects/${id}.json`;
let cancelled = () => {};

/** Whether a fault is due; each happens once. */
function isDue(inputs, fault) {
  if (inputs.fault !== fault || fs.existsSync(`objects/${fault}-happened`)) return false;
  fs.writeFileSync(`objects/${fault}-happened`, "");
  return true;
}

function write(id, inputs) {
  fs.mkdirSync("objects", { recursive: true });
  fs.writeFileSync(file(id), JSON.stringify(inputs));
  return outputs(id, inputs);
}

function outputs(id, inputs) {
  return { ...inputs, size: inputs.value.length, token: secret(`t-${id}`) };
}

async function getIntoTrouble(id, inputs) {
  if (isDue(inputs, "refuses")) throw new Error("the quota is used up");
  if (isDue(inputs, "crashes")) process.exit(9);
  if (isDue(inputs, "slow")) {
    await new Promise((resolve, reject) => cancelled = () => reject(new Error("it was cancelled")));
  }
  if (isDue(inputs, "partial")) {
    const error = new Error("it is not ready");
    Object.assign(error, { id, properties: outputs(id, inputs), reasons: ["it does not answer", "it is red"] });
    throw error;
  }
}

class RandomProvider {
  version = "4.21.2";
  schema = JSON.stringify({ name: "random", version: "4.21.2" });

  async check(urn, olds, news) {
    const type = types[typeOf(urn)];
    if (type === undefined) {
      const isWrong = plain(news.value) === "bad";
      return { inputs: news, failures: isWrong ? [{ property: "value", reason: "it must be good" }] : [] };
    }
    const missing = type.required.filter((it) => news[it] === undefined);
    const failures = missing.map((property) => ({ property, reason: "it is required" }));
    return { inputs: { ...type.defaults, ...news }, failures };
  }

  async diff(id, urn, olds, news) {
    // The engine finds out itself.
    if (types[typeOf(urn)] === undefined) return {};
    // Nothing random can change.
    const replaces = Object.keys(news).filter((it) => JSON.stringify(olds[it]) !== JSON.stringify(news[it]));
    return { changes: replaces.length > 0, replaces };
  }

  async create(urn, inputs) {
    const type = types[typeOf(urn)];
    if (type !== undefined) {
      const { id, outs } = type.make(inputs);
      return { id, outs: { ...inputs, ...outs } };
    }
    const id = `id-${nameOf(urn)}`;
    if (inputs.fault !== "refuses") write(id, inputs);
    await getIntoTrouble(id, inputs);
    await log.info(`made ${id}`);
    return { id, outs: write(id, inputs) };
  }

  async read(id, urn, props) {
    const type = types[typeOf(urn)];
    if (type !== undefined) {
      const found = Object.keys(props).length === 0 ? type.found?.(id) : props;
      if (found === undefined) return { id: "" };
      const inputs = { ...found };
      delete inputs.result;
      return { id, props: found, inputs: type.found === undefined ? undefined : inputs };
    }
    if (!fs.existsSync(file(id))) return { id: "" };
    const inputs = JSON.parse(fs.readFileSync(file(id), "utf8"));
    return { id, props: outputs(id, inputs), inputs };
  }

  async update(id, urn, olds, news) {
    await getIntoTrouble(id, news);
    return { outs: write(id, news) };
  }

  async delete(id, urn) {
    if (typeOf(urn) === trouble) fs.rmSync(file(id), { force: true });
  }

  async invoke(token, args) {
    if (token === "random:index/echo:echo") return { outputs: args };
    if (token === "random:index/strict:strict") {
      return { failures: [{ property: "length", reason: "it must be a number" }] };
    }
    throw new Error(`unknown function ${token}`);
  }

  async cancel() {
    cancelled();
  }
}

main(new RandomProvider(), process.argv.slice(2));

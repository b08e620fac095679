// A plugin that makes packages of parameters: the text that it gets is what its objects say.
const pulumi = require("@pulumi/pulumi");
const { main } = require("@pulumi/pulumi/provider");
const fs = require("fs");

let made;
// The version of the plugin, and the newest one of packages.
const version = process.env.ADAPTER_VERSION ?? "1.0.0";
const newest = process.env.ADAPTER_NEWEST ?? "2.0.0";
const type = (kind) => `${made.name}:index:${kind}`;
const log = (line) => fs.appendFileSync("adapter.log", `${made ? `${made.name} ${made.version}` : "adapter"}: ${line}\n`);

class Pair extends pulumi.ComponentResource {
  constructor(name, { of }, options) {
    super(type("Pair"), name, {}, options);
    this.text = pulumi.interpolate`${made.text} and ${of}`;
    this.registerOutputs({ text: this.text });
  }
}

const provider = {
  version,
  parameterizeArgs: async ([text, version = newest, name = "things"]) => {
    made = { name, version, text };
    return made;
  },
  getSchema: async () => {
    const text = { type: "string" };
    const type = (kind) => `${made.name}:index:${kind}`;
    return JSON.stringify({
      name: made.name,
      version: made.version,
      parameterization: {
        baseProvider: { name: "adapter", version },
        parameter: Buffer.from(made.text).toString("base64"),
      },
      provider: { inputProperties: { color: text } },
      resources: {
        [type("Thing")]: {
          inputProperties: { of: text },
          requiredInputs: ["of"],
          properties: { of: text, says: text, ...made.version === "2.5.0" && { later: text } },
          required: ["of", "says"],
        },
        [type("Pair")]: {
          isComponent: true,
          inputProperties: { of: text },
          requiredInputs: ["of"],
          properties: { text },
          required: ["text"],
          methods: { said: `${type("Pair")}/said` },
        },
      },
      functions: {
        [`${type("Pair")}/said`]: {
          inputs: { properties: { __self__: { $ref: `#/resources/${type("Pair")}` }, suffix: text }, required: ["suffix"] },
          outputs: { properties: { text }, required: ["text"] },
        },
        [type("get")]: {
          inputs: { properties: { of: text }, required: ["of"] },
          outputs: { properties: { text }, required: ["text"] },
        },
      },
    });
  },
  parameterizeValue: async (name, version, text) => {
    made = { name: text === "renamed" ? "others" : name, version, text };
    return made;
  },
  check: async (urn, olds, news) => ({ inputs: news }),
  diff: async (id, urn, olds, news) => ({ changes: olds.of !== news.of }),
  create: async (urn, inputs) => {
    log(`create ${inputs.of}`);
    return { id: `${made.text}-${inputs.of}`, outs: { ...inputs, says: `${made.text} ${inputs.of}` } };
  },
  read: async (id, urn, props) => ({ id, props: { ...props, says: `${made.text} ${id}` } }),
  update: async (id, urn, olds, news) => {
    log(`update ${news.of}`);
    return { outs: { ...news, says: `${made.text} ${news.of}` } };
  },
  delete: async (id) => log(`delete ${id}`),
  construct: async (name, kind, inputs, options) => {
    const pair = new Pair(name, inputs, options);
    return { urn: pair.urn, state: { text: pair.text } };
  },
  call: async (token, { __self__, suffix }) => ({ outputs: { text: pulumi.interpolate`${made.text}${suffix}` } }),
  invoke: async (token, args) => ({ outputs: { text: `${made.text} ${made.version} ${args.of}` } }),
};

main(provider, process.argv.slice(2));

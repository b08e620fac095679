"use strict";
// A plugin that makes components, written with what @pulumi/pulumi has for that. Their children are those
// of @pulumi/random.

const pulumi = require("@pulumi/pulumi");
const { main } = require("@pulumi/pulumi/provider");
const random = require("@pulumi/random");

class Greeter extends pulumi.ComponentResource {
  constructor(name, { who, secret }, options) {
    super("greet:index:Greeter", name, {}, options);
    this.pet = new random.RandomPet(`${name}-pet`, { prefix: who }, { parent: this });
    this.inner = new pulumi.ComponentResource("greet:index:Inner", `${name}-inner`, {}, { parent: this });
    this.number = new random.RandomInteger(`${name}-number`, { min: 4, max: 4 }, { parent: this.inner });
    this.text = pulumi.interpolate`hello ${this.pet.id}, number ${this.number.result}`;
    this.code = pulumi.interpolate`${secret}-${this.number.result}`;
    this.registerOutputs({ text: this.text });
  }
}

const provider = {
  version: "1.0.0",
  construct: async (name, type, inputs, options) => {
    if (type !== "greet:index:Greeter") throw new Error(`unknown component ${type}`);
    if (inputs.who === "") throw new pulumi.InputPropertyError({ propertyPath: "who", reason: "it is empty" });
    const greeter = new Greeter(name, inputs, options);
    await pulumi.log.warn(`greeting as ${name}`, greeter);
    return { urn: greeter.urn, state: { text: greeter.text, code: greeter.code, pet: greeter.pet } };
  },
  call: async (token, { __self__, suffix }) => {
    if (token !== "greet:index:Greeter/shout") throw new Error(`unknown method ${token}`);
    return { outputs: { text: pulumi.output(suffix).apply((it) => `HELLO${it}`), isDryRun: pulumi.runtime.isDryRun() } };
  },
};

main(provider, process.argv.slice(2));

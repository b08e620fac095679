"use strict";
// A package with its own version of the SDK.
const pulumi = require("@pulumi/pulumi");
const { getStore, LocalStore } = require("@pulumi/pulumi/runtime/state");

exports.version = require("@pulumi/pulumi/package.json").version;

class File extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("std:fs:File", name, args, opts);
  }
}

// What the SDK knows of a run of its own, with the engine of this one.
function ownRun() {
  const { settings, ...features } = getStore();
  const supported = Object.entries(features).filter(([name]) => name.startsWith("supports"));
  const own = Object.assign(new LocalStore(), Object.fromEntries(supported));
  own.settings.options = { ...settings.options };
  return own;
}

exports.Box = class Box {
  constructor(name, isApart) {
    if (isApart) globalThis.asyncLocalStorage.run(ownRun(), () => this.fill(name));
    else this.fill(name);
  }

  fill(name) {
    const hook = new pulumi.ResourceHook("inner", (args) => console.log(`the inner hook of ${args.name}`));
    const transform = ({ props, opts }) => ({ props: { ...props, content: `${props.content}, by the box` }, opts });
    const opts = { hooks: { beforeCreate: [hook] }, transforms: [transform] };
    new File(`${name}-file`, { path: `${name}.txt`, content: "inner" }, opts);
  }
};

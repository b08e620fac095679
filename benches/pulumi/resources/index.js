// A program for the SDK of Pulumi as published, with lumi as its engine: resources that cost their
// provider nothing, each of which needs another one.
const pulumi = require("@pulumi/pulumi");

const count = new pulumi.Config().requireNumber("count");

class Id extends pulumi.CustomResource {
  constructor(name, inputs) {
    super("std:random:Id", name, inputs);
  }
}

const ids = [];
for (let i = 0; i < count; i++) {
  const before = i === 0 ? "none" : ids[(i - 1) >> 1].id;
  ids.push(new Id(`id-${i}`, { byteLength: 8, keepers: { index: `${i}`, before } }));
}

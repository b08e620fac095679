"use strict";
// A class for files as a package for the Node SDK has it; `lumi` itself has the provider.
const pulumi = require("@pulumi/pulumi");

class File extends pulumi.CustomResource {
  constructor(name, args, opts) {
    const outputs = { path: undefined, content: undefined, sha256: undefined, size: undefined, mode: undefined };
    super("std:fs:File", name, { ...outputs, ...args }, opts);
  }

  static get(name, id, opts) {
    return new File(name, {}, { ...opts, id });
  }
}

exports.File = File;

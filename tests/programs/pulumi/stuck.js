// A resource whose old objects cannot be deleted while there is a file.
const fs = require("fs");
const pulumi = require("@pulumi/pulumi");

class Box {
  async create(inputs) { return { id: `box-${inputs.size}`, outs: inputs }; }
  async diff(_, olds, news) {
    const changes = olds.size !== news.size;
    return { changes, replaces: changes ? ["size"] : [] };
  }
  async delete(id) {
    const fs = require("fs");
    if (fs.existsSync("stuck")) throw new Error("it is stuck");
    fs.appendFileSync("deleted", `${id}\n`);
  }
}

class BoxResource extends pulumi.dynamic.Resource {
  constructor(name, args, options) { super(new Box(), name, args, options); }
}

const box = new BoxResource("box", { size: fs.existsSync("stuck") || fs.existsSync("later") ? 2 : 1 });
new BoxResource("other", { size: 5, of: box.id.apply(() => "box") });

const pulumi = require("@pulumi/pulumi");
const call = (name, args) => pulumi.runtime.invoke(`std:fs:${name}`, args).then((it) => Object.keys(it).length, (e) => e.message);
exports.refused = call("nothing", { path: "given.txt" });
exports.own = pulumi.runtime.invoke("pulumi:pulumi:nothing", {}).catch((e) => e.message);

const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = new File("a", { path: "a.txt", content: "one" });
exports.listed = pulumi.output(pulumi.runtime.invoke("std:fs:readFile", { path: "given.txt" })).apply((it) => it.content);
exports.later = pulumi.runtime.invokeOutput("std:fs:readFile", { path: file.path }).apply((it) => it.content);

const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = new File("a", { path: "a.txt", content: "one" });
pulumi.log.debug("a detail");
pulumi.log.info("about a file", file);
pulumi.log.warn("careful");
console.log("on standard output");
console.error("on standard error");

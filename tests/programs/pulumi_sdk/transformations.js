const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type === "std:fs:File" ? { props: { ...props, mode: "0600" }, opts } : undefined);
const file = new File("a", { path: "a.txt", content: "one" });
module.exports = async () => ({ mode: file.mode, stack: pulumi.getStack() });

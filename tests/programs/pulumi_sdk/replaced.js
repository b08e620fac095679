const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const step = new pulumi.Config().require("step");
const first = new File("first", { path: `first-${step}.txt`, content: "1" });
new File("partner", { path: "partner.txt", content: "2" }, { replaceWith: [first], deleteBeforeReplace: true });
new File("triggered", { path: "triggered.txt", content: "3" },
  { replacementTrigger: { step }, deleteBeforeReplace: true });

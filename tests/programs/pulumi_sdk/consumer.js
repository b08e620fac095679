const pulumi = require("@pulumi/pulumi");
const base = new pulumi.StackReference("organization/web/base");
exports.url = base.requireOutput("url");
exports.password = base.getOutput("password");
exports.absent = base.getOutput("absent").apply((it) => it === undefined);
exports.details = pulumi.output(base.getOutputDetails("password")).apply((it) => it.value === undefined);

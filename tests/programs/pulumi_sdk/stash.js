const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const value = new pulumi.Stash("value", { input: config.require("value") });
const secret = new pulumi.Stash("secret", { input: pulumi.secret({ password: "hunter2" }) });
exports.stash = { input: value.input, output: value.output, secret: secret.output };
const ask = (name, args) => pulumi.runtime.invoke(`pulumi:pulumi:${name}`, args);
// The outputs of the last deployment; the first has none.
const last = ask("readStackOutputs", { name: "organization/web/dev" }).catch(() => ({ outputs: {} }));
exports.others = last.then((it) => ({ stash: it.outputs.stash ?? null }));
const resources = ask("readStackResourceOutputs", { stackName: "dev" }).catch(() => ({ outputs: {} }));
exports.types = resources.then((it) => Object.entries(it.outputs)
  .filter(([urn]) => urn.startsWith("urn:pulumi:dev::web::pulumi:index:Stash::")).map(([, facts]) => facts.type));

// A program that deploys another one, which is a function of it, by the Automation API.
const pulumi = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");

const program = async () => {
  const part = new pulumi.ComponentResource("acme:index:Part", "part");
  return { urn: part.urn, secret: pulumi.secret("hunter2") };
};

module.exports = async () => {
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: "auto", projectName: "inner", program });
  const events = new Set();
  const onEvent = (event) => Object.keys(event).forEach((it) => events.add(it));
  const planned = await stack.preview({ onEvent });
  const made = await stack.up({ onEvent });
  const destroyed = await stack.destroy();
  return {
    planned: planned.changeSummary,
    made: made.summary.result,
    secret: made.outputs.secret,
    destroyed: destroyed.summary.result,
    seen: ["resourcePreEvent", "resOutputsEvent", "summaryEvent"].filter((it) => events.has(it)),
  };
};

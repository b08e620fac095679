// Packages that a plugin makes of parameters, registered as generated SDKs do it.
const pulumi = require("@pulumi/pulumi");
const { Parameterization, RegisterPackageRequest } = require("@pulumi/pulumi/proto/resource_pb");
const config = new pulumi.Config();

function registered(name, version, text) {
  const parameters = new Parameterization();
  parameters.setName(name);
  parameters.setVersion(version);
  parameters.setValue(Buffer.from(text).toString("base64"));
  const request = new RegisterPackageRequest();
  request.setName("adapter");
  request.setVersion("1.0.0");
  request.setParameterization(parameters);
  const monitor = pulumi.runtime.getMonitor();
  return new Promise((resolve, reject) =>
    monitor.registerPackage(request, (error, response) => error ? reject(error) : resolve(response.getRef())));
}

const text = config.get("text") ?? "hello";
const things = registered("things", "2.0.0", text);
const later = registered("things", "3.0.0", "bye");

class Thing extends pulumi.CustomResource {
  constructor(name, of, options, by = things) {
    super("things:index:Thing", name, { of, says: undefined }, options, false, by);
  }
}

class Provider extends pulumi.ProviderResource {
  constructor(name, props, options) {
    super("things", name, props, options, false, things);
  }
}

class Pair extends pulumi.ComponentResource {
  constructor(name, of) {
    super("things:index:Pair", name, { of, text: undefined }, {}, true, things);
  }

  said(suffix) {
    return pulumi.runtime.call("things:index:Pair/said", { __self__: this, suffix }, this, things);
  }
}

const thing = new Thing("a", config.get("of") ?? "you");
const newer = new Thing("b", "all", {}, later);
const mine = new Provider("mine", { color: "red" });
const explicit = new Thing("c", "me", { provider: mine });
const pair = new Pair("p", "we");
exports.says = [thing.says, newer.says, explicit.says];
exports.found = new Thing("found", undefined, { id: "there" }).says;
exports.text = pair.text;
exports.said = pair.said("!").text;
exports.invoked = pulumi.output(pulumi.runtime.invoke("things:index:get", { of: "x" }, {}, things)).text;

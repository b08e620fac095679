const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");
const { File } = require("./file");
const config = new pulumi.Config();
// For all resources, for those of a component, and for what a plugin makes.
pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
  type === "std:fs:File" ? { props: { ...props, mode: "0600" }, opts } : undefined);
pulumi.runtime.registerInvokeTransform(({ token, args, opts }) => ({ args: { ...args, token }, opts }));
const shout = async ({ name, props, opts }) => {
  if (config.getBoolean("fails")) throw new Error(`${name} will not do`);
  const content = pulumi.output(props.content).apply((it) => it.toUpperCase());
  return { props: { ...props, content }, opts: { ...opts, retainOnDelete: name === "inside" } };
};
class Group extends pulumi.ComponentResource {
  constructor(name, opts) { super("acme:web:Group", name, {}, opts); }
}
class Greeter extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("greet:index:Greeter", name, { ...args, text: undefined, code: undefined }, opts, true);
  }
}
const word = new random.RandomString("word", { length: 5, special: false });
const outer = new Group("outer", { transforms: [({ type, props, opts }) =>
  type === "std:fs:File" ? { props: { ...props, content: pulumi.interpolate`${props.content}!` }, opts } : undefined] });
const group = new Group("group", { parent: outer });
const text = pulumi.interpolate`inside ${word.result}`;
const inside = new File("inside", { path: "inside.txt", content: text }, { parent: group, transforms: [shout] });
const secret = new File("secret", { path: "secret.txt", content: pulumi.secret("hunter2") }, { transforms: [shout] });
const greeter = new Greeter("greeter", { who: "you", secret: "s" }, { transforms: [({ type, props, opts }) =>
  type.endsWith("RandomInteger") ? { props: { ...props, min: 9, max: 9 }, opts } : undefined] });
exports.word = word.result;
exports.text = greeter.text;
exports.contents = [inside.content, secret.content];
exports.modes = [inside.mode, secret.mode];
exports.echo = pulumi.runtime.invokeOutput("random:index/echo:echo", { a: 1, of: pulumi.secret("hunter2") });

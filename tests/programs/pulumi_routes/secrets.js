// Secrets (tests/it/pulumi_sdk/routes).
const pulumi = require("@pulumi/pulumi");
const { File } = require("./file");
const file = (name, opts, args) => new File(name, { path: `${name}.txt`, content: name, ...args }, opts);
const is = (it) => pulumi.output(pulumi.isSecret(pulumi.output(it)));

//// secrets of all kinds of values
exports.all = ["text", 3, true, null, undefined, [1], { a: { b: 1 } }, Promise.resolve("later"), pulumi.output("output")].map((it) => pulumi.secret(it));

//// secrets within secrets
exports.all = [pulumi.secret(pulumi.secret("x")), pulumi.secret([pulumi.secret("x")]), pulumi.secret({ a: { b: pulumi.secret("x") } })];

//// a secret that is opened
const secret = pulumi.secret("hunter2");
exports.open = pulumi.unsecret(secret);
exports.both = [pulumi.unsecret(pulumi.output([secret])), pulumi.unsecret(secret.apply((it) => it.length))];
exports.is = [is(secret), is(pulumi.unsecret(secret))];

//// what joins a secret is one
const secret = pulumi.secret("hunter2"), plain = pulumi.output("x");
exports.is = [pulumi.all([plain, secret]), pulumi.all({ plain }), plain.apply(() => secret), secret.apply(() => "y"), pulumi.interpolate`${plain}${secret}`,
  pulumi.concat(plain, "z"), pulumi.jsonStringify({ secret }), pulumi.jsonParse(secret.apply(() => "{}")), pulumi.output({ list: [secret] })].map(is);

//// members of a secret
const it = pulumi.secret({ user: "u", password: "p", list: [{ a: 1 }] });
exports.user = it.user;
exports.deep = it.list[0].a;
exports.is = [is(it.user), is(it.list)];

//// secret inputs make secret outputs
const a = file("a", {}, { content: pulumi.secret("hunter2") });
exports.is = [is(a.content), is(a.path), is(a.sha256), is(a.size), is(a.urn), is(a.id)];
exports.all = [a.content, a.path];

//// outputs that are secret by an option
const a = file("a", { additionalSecretOutputs: ["path", "nothing"] });
exports.is = [is(a.path), is(a.content)];

//// a secret in the name of a file
const a = file("a", {}, { path: pulumi.secret("hidden.txt") });
exports.is = [is(a.id), is(a.path)];

//// secrets of a component
class Vault extends pulumi.ComponentResource {
  constructor(name, args) {
    super("acme:web:Vault", name, args);
    this.token = pulumi.secret("hunter2");
    this.registerOutputs({ token: this.token, plain: "x" });
  }
}
exports.token = new Vault("vault", { key: pulumi.secret("k") }).token;

//// a secret in a message of the program
pulumi.log.info("nothing hidden");
pulumi.secret("hunter2-long").apply((it) => pulumi.log.warn(`the token is ${it}`));
/// wants: the token is

//// a secret in an error
pulumi.secret("hunter2-long").apply((it) => { throw new Error(`refused ${it}`); });
/// own words: the SDK words a failure by whether it comes before the end of the module
/// wants: refused

//// a secret that becomes plain in a second deployment
/// up: -c web:step=1
/// up: -c web:step=2
const step = new pulumi.Config().getNumber("step") ?? 1;
file("a", {}, { content: step === 1 ? pulumi.secret("same") : "same" });
exports.value = step === 1 ? pulumi.secret("same") : "same";

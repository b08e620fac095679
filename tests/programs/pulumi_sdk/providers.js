const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");
class Group extends pulumi.ComponentResource {
  constructor(name, opts) { super("acme:web:Group", name, {}, opts); }
}
const provider = new random.Provider("mine");
const number = (name, value, opts) => new random.RandomInteger(name, { min: value, max: value }, opts);
const text = new random.RandomString("text", { length: 8, special: false });
const pet = new random.RandomPet("pet", { prefix: text.result, keepers: { of: text.id } }, { provider });
const password = new random.RandomPassword("password", { length: 20 }, { dependsOn: pet });
const numbers = [
  number("listed", 1, { parent: new Group("listed-group", { providers: [provider] }) }),
  number("named", 2, { parent: new Group("named-group", { providers: { random: provider } }) }),
  number("one", 3, { parent: new Group("one-group", { provider }) }),
  number("inner", 4, { parent: new Group("inner-group", { parent: new Group("outer-group", { provider }) }) }),
  number("default", 5),
];
exports.text = text.result;
exports.pet = pet.id;
exports.password = password.result;
exports.numbers = numbers.map((it) => it.result);
exports.echo = pulumi.runtime.invokeOutput("random:index/echo:echo", { a: [1], of: pulumi.secret("hunter2") }, { provider });
exports.found = random.RandomString.get("found", "found-id").result;

const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");
// As a package for a provider of components has it.
class Greeter extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    const outputs = { text: undefined, code: undefined, pet: undefined };
    super("greet:index:Greeter", name, { ...args, ...outputs }, opts, true);
  }
  shout(args) {
    return pulumi.runtime.call("greet:index:Greeter/shout", { __self__: this, ...args }, this);
  }
}
const config = new pulumi.Config();
const word = new random.RandomString("word", { length: config.getNumber("length") ?? 5, special: false });
const provider = new pulumi.ProviderResource("greet", "mine", {});
const greeter = new Greeter("greeter", { who: word.result, secret: pulumi.secret("hunter2") },
  { protect: config.getBoolean("protect"), provider });
const after = new random.RandomPet("after", { prefix: greeter.text }, { parent: greeter });
exports.word = word.result;
exports.text = greeter.text;
exports.code = greeter.code;
// A resource that the plugin has made, as an object of its class.
exports.pet = greeter.pet.apply((it) => it instanceof random.RandomPet ? it.prefix : "no pet");
exports.shouted = greeter.shout({ suffix: after.id.apply(() => "!") });

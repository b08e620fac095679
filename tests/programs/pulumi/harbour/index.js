// Two harbours of a package and boxes of a plugin in Go; the stack `base` has what they share, with a tower of a component host.
// `year` is the age of the program.
const pulumi = require("@pulumi/pulumi");
const random = require("@pulumi/random");
const { Box, Crew, Harbour, Item, Provider } = require("@acme/harbour");

const config = new pulumi.Config();
const year = config.getNumber("year") ?? 1;

class Tower extends pulumi.ComponentResource {
  constructor(name, args, opts) {
    super("towers:index:Tower", name, { ...args, serials: undefined, sign: undefined }, opts, true);
  }
}

if (pulumi.getStack() === "base") {
  const own = new random.Provider("own");
  const code = pulumi.secret("correct horse");
  // It has another name since there are three lamps.
  const tower = year > 1
    ? new Tower("tower", { colors: ["red", "white", "blue"], code }, { provider: own, aliases: [{ name: "mast" }] })
    : new Tower("mast", { colors: ["red", "white"], code }, { provider: own });
  exports.tide = new random.RandomInteger("tide", { min: 1, max: 9 }).result;
  exports.code = code;
  exports.tower = { serials: tower.serials, sign: tower.sign };
  return;
}

const token = config.requireSecret("token");
const base = new pulumi.StackReference("organization/web/base");

const north = new Harbour("north", {
  token, protect: year < 3, price: 12, tags: { tide: pulumi.interpolate`t${base.requireOutput("tide")}` },
  quays: { east: { crew: year > 1 ? 3 : 2, load: "heavy" }, west: { crew: 1, load: year > 1 ? "heavy" : "light" } },
}, { transforms: [({ type, props, opts }) => type === "random:index/randomPet:RandomPet" ? { props: { separator: ".", ...props }, opts } : undefined] });

const own = new random.Provider("own");
const south = config.getBoolean("south") === false ? [] : [new Harbour("south", { token: base.requireOutput("code"), protect: false, price: "3 EUR", quays: { pier: { crew: 2 } } }, {
  providers: [own], dependsOn: north,
})];
// It was a part of a harbour.
const watch = year > 1
  ? new Crew("watch", { size: 2, ship: "night" }, { provider: own, aliases: [{ name: "guard", parent: north }] })
  : new Crew("guard", { size: 2, ship: "night" }, { provider: own, parent: north });
const shop = new Provider("shop", { folder: "stores/shop" });
const box = new Box("box", { titles: ["rope", "hook", ...(year > 1 ? ["bell"] : [])], size: "M" }, { provider: shop });
const price = box.priceIn("EUR");
const spare = ["a", "b", "c"].map((it) => new Item(`spare-${it}`, { title: it, price: 1 }, { provider: shop, retainOnDelete: it === "c" }));
if (year > 1) spare.push(new Item("later", { title: pulumi.interpolate`of ${price}` }, { provider: shop, dependsOn: spare }));
const known = new Item("known", {}, { id: spare[0].id, provider: shop });

exports.pass = north.pass;
exports.total = pulumi.all([north, ...south].map((it) => it.total)).apply((all) => all.reduce((a, b) => a + b));
exports.watch = watch.names;
exports.price = price;
exports.label = box.label;
exports.known = known.id;
exports.cranes = [north, ...south].flatMap((it) => it.quays).map((it) => it.crane.height);
exports.code = base.getOutput("code");

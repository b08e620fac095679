import { Config } from "lumi";
import * as random from "lumi:random";

const step = Number(new Config().require("step"));

const name = new random.String("name", { length: step === 1 ? 8 : 9, special: false });
new random.Password("password", { length: 16 });
new random.Integer("port", { min: 1, max: 65535, keepers: { name: name.result } });
const id = new random.Id("id", { byteLength: 4, prefix: "x-" });
new random.Pet("pet", { length: 3, separator: "_", prefix: id.hex });
new random.Uuid("uuid");
new random.Shuffle("order", { input: ["a", "b", "c"], resultCount: 2 });

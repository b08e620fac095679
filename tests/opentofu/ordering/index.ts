import { Config } from "lumi";
import * as kit from "lumi:kit";
import * as random from "lumi:random";

const step = Number(new Config().require("step"));

// `last` asks for its replacement to be created first, and so do its dependencies.
const first = new random.Id("first", { byteLength: 3 + step });
const middle = new random.Id("middle", { byteLength: 4, keepers: { first: first.hex } });
new random.Id("last", { byteLength: 4, keepers: { middle: middle.hex } }, { deleteBeforeReplace: false });
new random.Id("alone", { byteLength: 3 + step });

// The second deployment fails, and deletes what has nothing to do with that.
if (step !== 1) new kit.Thing("none", { name: "none", mode: step === 2 ? "fail in create" : undefined });
else new random.Id("gone", { byteLength: 2 });

import { Config } from "lumi";
import * as kit from "lumi:kit";
import * as random from "lumi:random";

const step = Number(new Config().require("step"));

new random.String("known", { length: 8 }, { import: "abcdefgh" });
new kit.Thing("known", { name: "known", size: step }, { import: "known" });

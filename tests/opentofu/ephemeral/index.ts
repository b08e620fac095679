import { Config } from "lumi";
import * as kit from "lumi:kit";
import * as random from "lumi:random";

const step = Number(new Config().require("step"));

const outer = kit.ephemeral.Ticket({ for: "ann" });
const inner = kit.ephemeral.Ticket({ for: outer.secret });
const made = random.ephemeral.Password({ length: 12 });
const other = new kit.Provider("other", { token: outer.secret });

new kit.Thing("direct", { name: "direct", password: outer.secret, size: step });
new kit.Thing("nested", { name: "nested", password: inner.secret });
new kit.Thing("made", { name: "made", password: made.result, size: step }, { provider: other });

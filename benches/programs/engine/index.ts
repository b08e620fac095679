// Resources that cost their provider nothing: what is measured is the engine.
import { Config } from "lumi";
import { random } from "lumi/std";

const config = new Config();
const count = config.requireNumber("count");
const version = config.get("version") ?? "1";
const isUsed = config.getBoolean("used") ?? false;

const ids: random.Id[] = [];
for (let index = 0; index < count; index++) {
  // One of them changes with the version.
  const keepers = index === 0 ? { version } : { index: String(index) };
  ids.push(new random.Id(`id-${index}`, { byteLength: 8, keepers }));
}

/** An output of the resource that changes, if it is asked for. */
export const changed = isUsed ? ids[0]!.hex : "not used";

export const done = "all of them";

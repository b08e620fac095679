// Resources that cost their provider nothing: what is measured is the engine.
import { Config } from "lumi";
import { random } from "lumi/std";

const config = new Config();
const count = config.requireNumber("count");
const version = config.get("version") ?? "1";

for (let index = 0; index < count; index++) {
  // One of them changes with the version.
  const keepers = index === 0 ? { version } : { index: String(index) };
  new random.Id(`id-${index}`, { byteLength: 8, keepers });
}

export const done = "all of them";

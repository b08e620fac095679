import * as fs from "fs";
import path = require("path");
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const names = JSON.parse(fs.readFileSync(path.join(__dirname, "names.json"), "utf8")) as string[];
for (const name of names) {
  new random.RandomPet(name, {});
}
export const count = names.length;
export const file = path.basename(__filename);
export const dry = pulumi.runtime.isDryRun();

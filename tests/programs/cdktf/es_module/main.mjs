import { Integer } from "@cdktf/provider-random/lib/integer/index.js";
import { RandomProvider } from "@cdktf/provider-random/lib/provider/index.js";
import cdktf from "cdktf";
import { readFileSync } from "node:fs";

const { App, TerraformOutput, TerraformStack } = cdktf;
const size = Number(readFileSync(new URL("./size.txt", import.meta.url), "utf8"));

const app = new App();
const stack = new TerraformStack(app, "modules");
new RandomProvider(stack, "random");
const number = new Integer(stack, "number", { min: size, max: size });
new TerraformOutput(stack, "size", { value: number.result });
app.synth();

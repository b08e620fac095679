import * as lumi from "lumi";
import { random } from "lumi/std";
const config = new lumi.Config();
new random.Password("password", { length: 12 });
export const token = config.requireSecret("token");

import * as lumi from "lumi";
import { fs, random } from "lumi/std";
const config = new lumi.Config();
const token = config.requireSecret("token");
new fs.File("note", { path: "out/note.txt", content: token });
const password = new random.Password("password", { length: 12 });
export const shown = password.result;

import { Config, interpolate } from "lumi";
import * as local from "lumi:local";

const step = Number(new Config().require("step"));

const motd = new local.File("motd", {
  filename: "./motd.txt",
  content: step === 1 ? "hello" : "hello again",
  filePermission: "0644",
});
new local.SensitiveFile("key", { filename: "./key.txt", content: "hunter2" });
new local.File("copy", { filename: "./copy.txt", content: interpolate`${motd.id} ${motd.contentMd5}` });

import { interpolate } from "lumi";
import * as local from "lumi:local";
import * as random from "lumi:random";

// Generated once, and kept in the state until an input changes.
const name = new random.Pet("name", { length: 2 });
const password = new random.Password("password", { length: 20 });

new local.File("greeting", {
  filename: "out/greeting.txt",
  content: interpolate`Hello, ${name.id}!\n`,
});
new local.SensitiveFile("password", {
  filename: "out/password.txt",
  content: password.result,
});

export const greeting = interpolate`Hello, ${name.id}!`;

// Prints a greeting: `node out/service/index.js de`.
import { readFileSync } from "node:fs";
import { log } from "./lib/log.js";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const { stack, fallback } = read("settings.json");
const greetings = read("greetings.json");

const [language = fallback] = process.argv.slice(2);
log(`${greetings[language] ?? greetings[fallback]}, says ${stack}`);

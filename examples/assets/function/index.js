import { readFileSync } from "node:fs";

const greetings = JSON.parse(readFileSync(new URL("greetings.json", import.meta.url), "utf8"));

export async function handler({ language = "en" }) {
  return { statusCode: 200, body: greetings[language] ?? greetings.en };
}

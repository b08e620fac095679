// Functions that resources take: real JavaScript, with what they capture.

import process from "node:process";
import { ComponentResource, CustomResource, FunctionAsset, type ComponentResourceOptions } from "lumi";
import { greet, Greeter, type Greeting } from "./greeter.ts";

const bucket = new CustomResource<{ url: string }>("test:pack:Bucket", "bucket", { size: 3 });
const settings = { retries: 3, names: new Map([["a", 1]]), nested: [{ deep: true }] };
const greeter = new Greeter('quo"ted', 2);
let calls = 0;

function count(step: number): number {
  calls += step;
  return calls;
}

const onlyCalled = (value: string) => `${value}!`;

class Lambda extends ComponentResource {
  constructor(name: string, handler: (event: Greeting) => unknown, options?: ComponentResourceOptions) {
    super("test:pack:Lambda", name, {}, options);
    new CustomResource("test:pack:Function", name, { code: handler }, { parent: this });
    this.registerOutputs();
  }
}

new Lambda("plain", async (event) => {
  // A comment, 'single' quotes, and (((parentheses))).
  const started = Date.now();
  const answer = await fetch(`https://${await bucket.url}/${event.name}`, { method: 'POST' });
  for (var i = 0; i < settings.retries; i++) count((i + 1));
  return { status: answer.status, took: Date.now() - started, key: process.env["KEY"], random: Math.random() };
});

new Lambda("captured", (event) => greeter.greet(event) + greet(event.name) + onlyCalled("x"));
new Lambda("declared", handler, { dependsOn: [bucket] });

function handler(this: void, { name }: Greeting): string | undefined {
  return name?.length ? /[/'"]/u.exec(name)?.[0] : undefined;
}

const handlers = { "on-event": (event: Greeting) => count(event.name.length), async method() { return 1; } };
for (const [name, code] of Object.entries(handlers)) new CustomResource("test:pack:Function", name, { code });

new CustomResource("test:pack:Function", "asset", { code: new FunctionAsset(() => [count, settings.names.get("a")]) });

export const label = onlyCalled("label");
export const before = calls;

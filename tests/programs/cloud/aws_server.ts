// The server that is AWS in tests (tests/aws): makes resources, and calls functions. `AWS_OF_TESTS` is its address.

import process from "node:process";
import { run, type RunResult } from "lumi/testing";

/** Asks the server to do something. */
export async function ask(path: string, data: unknown = {}): Promise<any> {
  const response = await fetch(`${process.env["AWS_OF_TESTS"]}/${path}`, {
    method: "POST",
    body: JSON.stringify(data),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Deploys a program, whose functions then have messages. */
export async function deployed(project: string, program: () => unknown): Promise<RunResult> {
  const resource = ({ type, inputs, custom }: { type: string; inputs: unknown; custom: boolean }) =>
    custom ? ask("deploy", { type, inputs }) : undefined;
  const config = { "lumi:target": "aws", password: "correct-horse" };
  const result = await run(program, { project, config, mocks: { resource } });
  await ask("start");
  return result;
}

/** Hands an event to a function; fails with its message. */
export async function send(project: string, name: string, event: unknown): Promise<any> {
  const { failed, answer } = await ask("call", { name: `${project}-test-${name}`, event });
  if (failed) throw new Error(answer.errorMessage);
  return answer;
}

/** Calls a function with arguments. */
export async function call(project: string, name: string, ...args: unknown[]): Promise<any> {
  return (await send(project, name, args)).result;
}

/** Waits until `read` answers something else than `undefined`. */
export async function eventually<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < 300; round++) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("it has not happened within 30 seconds");
}

// The server that is Kubernetes in tests (tests/kubernetes): makes objects, and calls functions. `CLUSTER_OF_TESTS` is its
// address.

import process from "node:process";
import { secret } from "lumi";
import { run, type RunResult } from "lumi/testing";

/** Asks the server to do something. */
export async function ask(path: string, data: unknown = {}): Promise<any> {
  const response = await fetch(`${process.env["CLUSTER_OF_TESTS"]}/${path}`, {
    method: "POST",
    body: JSON.stringify(data),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** The settings of the target. */
export const config = (s3 = "http://s3.example.com:9000") => ({
  "lumi:target": "kubernetes",
  "cloud:image": "registry.example.com/lumi:0.1",
  "cloud:gateway": "ingress/public",
  "cloud:s3-endpoint": s3,
  "cloud:s3-access-key": "key",
  "cloud:s3-secret-key": secret("correct-horse"),
});

/** Deploys a program to an empty cluster. */
export async function deployed(project: string, program: () => unknown): Promise<RunResult> {
  await ask("reset");
  const resource = ({ type, inputs }: { type: string; inputs: unknown }) =>
    type.startsWith("kubernetes:") ? ask("deploy", { inputs }) : undefined;
  const settings = { ...config(await ask("s3")), password: "correct-horse" };
  return run(program, { project, config: settings, mocks: { resource } });
}

/** Calls a function with arguments; fails with its message. */
export async function call(name: string, ...args: unknown[]): Promise<any> {
  const { result, error } = await ask("call", { name, args });
  if (error !== undefined) throw new Error(error);
  return result;
}

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

/** The kinds that the server lacks. */
const PLANNED =
  /^aws:resources:aws_(cloudfront_|db_|ecs_|lambda_invocation|lb|s3_bucket_public_access_block|s3_bucket_policy|security_group|vpc_)/;

/** Whether a resource is planned alone. */
function isPlanned(type: string, inputs: Record<string, unknown>): boolean {
  return PLANNED.test(type) || "source" in inputs;
}

function plannedOutputs(type: string, name: string, inputs: Record<string, unknown>) {
  const arn = `arn:aws:${type.replace("aws:resources:aws_", "")}:eu-central-1:123456789012:${inputs["name"] ?? name}`;
  return {
    outputs: {
      arn,
      domainName: `${name}.cloudfront.example.com`,
      dnsName: `${name}.elb.example.com`,
      address: "db.example.com",
    },
  };
}

/** Deploys a program, whose functions then have messages. */
export async function deployed(project: string, program: () => unknown): Promise<RunResult> {
  const resource = ({ type, name, inputs, custom }: { type: string; name: string; inputs: any; custom: boolean }) => {
    if (!custom || !type.startsWith("aws:")) return undefined;
    return isPlanned(type, inputs) ? plannedOutputs(type, name, inputs) : ask("deploy", { type, inputs });
  };
  const config = {
    "lumi:target": "aws",
    "cloud:vpc": "vpc-1",
    "cloud:subnets": "subnet-1,subnet-2",
    password: "correct-horse",
  };
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

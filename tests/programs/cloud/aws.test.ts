// The target `aws`: what is planned, and what is refused. aws_cloud.test.ts and aws_functions.test.ts run it.

import { secret } from "lumi";
import { Bucket, Function, KVStore, Queue, Router, Schedule, Topic } from "lumi/cloud";
import { assert, assertEquals, run, type RunResult, test } from "lumi/testing";

const config = { "lumi:target": "aws", "mail-password": secret("tiger") };
const ACCOUNT = "eu-central-1:123456789012";

/** The outputs that AWS adds to the inputs. */
function outputsOf(type: string, name: string, inputs: Record<string, any>): Record<string, unknown> {
  const kind = type.replace("aws:resources:aws_", "");
  const physical = inputs["name"] ?? inputs["functionName"] ?? name;
  switch (kind) {
    case "s3_bucket":
      return { bucket: `${inputs["bucketPrefix"]}1`, arn: `arn:aws:s3:::${inputs["bucketPrefix"]}1` };
    case "sqs_queue":
      return {
        url: `https://sqs.eu-central-1.amazonaws.com/123456789012/${physical}`,
        arn: `arn:aws:sqs:${ACCOUNT}:${physical}`,
      };
    case "apigatewayv2_api":
      return {
        apiEndpoint: "https://a1.execute-api.eu-central-1.amazonaws.com",
        executionArn: `arn:aws:execute-api:${ACCOUNT}:a1`,
      };
    case "secretsmanager_secret_version":
      return { arn: `arn:aws:secretsmanager:${ACCOUNT}:secret:${name}`, versionId: "version-1" };
    case "lambda_function":
      return { arn: `arn:aws:lambda:${ACCOUNT}:function:${physical}`, invokeArn: `arn:of:invocations:${physical}` };
    default:
      return { arn: `arn:aws:${kind}:${ACCOUNT}:${physical}` };
  }
}

/** Runs a program as if AWS had made everything. */
function planned(program: () => unknown): Promise<RunResult> {
  const resource = ({ type, name, inputs, custom }: any) =>
    custom ? { outputs: outputsOf(type, name, inputs) } : undefined;
  return run(program, { project: "shop", stack: "dev", config, mocks: { resource } });
}

const found = (result: RunResult, type: string, name: string) =>
  result.resource(name, `aws:resources:aws_${type}`).inputs;

/** Code is not a part of the snapshot: its hash changes with Lumi. */
function shown(inputs: Record<string, any>): Record<string, unknown> {
  const all: Record<string, unknown> = { ...inputs };
  if ("contentBase64" in all) all["contentBase64"] = "(zip)";
  for (const key of ["key", "s3Key"]) if (key in all) all[key] = String(all[key]).replace(/[0-9a-f-]{40,}/, "(hash)");
  for (const key of ["policy", "assumeRolePolicy", "redrivePolicy"]) {
    if (key in all) all[key] = JSON.parse(String(all[key]));
  }
  return all;
}

test("the shop, resource by resource", async () => {
  const { resources } = await planned(() => import("./shop.ts"));
  for (const { type, name, inputs } of resources) {
    console.log(`PLAN ${type} ${name}`);
    const text = JSON.stringify(shown(inputs), (key, value) => key === "secretString" ? "(secret)" : value, 2);
    for (const line of text.split("\n").slice(1, -1)) console.log(`PLAN ${line}`);
  }
});

test("bundles have no SDK, and no routes in the environment", async () => {
  const result = await planned(() => {
    const bucket = new Bucket("photos");
    const api = new Router("api");
    for (let n = 0; n < 200; n++) api.get(`/a-long-path-of-a-route/${n}/:parameter`, () => bucket.list());
  });
  const { environment } = found(result, "lambda_function", "api");
  assertEquals(Object.keys(environment.variables), ["LUMI_PHOTOS_NAME"]);
  const code = atob(found(result, "s3_object", "api")["contentBase64"]);
  assert(code.startsWith("PK\x03\x04"));
  assertEquals([/@aws-sdk|aws-sdk/.test(code), code.includes("LUMI_PLATFORM")], [false, false]);
});

test("a captured secret is read at the start, and is in no environment", async () => {
  const result = await planned(() => {
    const [token, plain] = [secret("hunter2"), { name: "public" }];
    new Function("f", async () => [await token, plain.name]);
  });
  const { environment } = found(result, "lambda_function", "f");
  assertEquals(Object.keys(environment.variables), ["LUMI_SECRETS", "LUMI_SECRETS_VERSION"]);
  const stored = result.resource("f.secrets", "aws:resources:aws_secretsmanager_secret_version");
  assert(stored.secrets.includes("inputs.secretString"));
  assert(String(stored.inputs["secretString"]).includes("hunter2"));
  const open = result.resources.filter((it) => !it.secrets.includes("inputs.secretString"));
  assertEquals(JSON.stringify(open.map((it) => it.inputs)).includes("hunter2"), false);
  assertEquals(atob(found(result, "s3_object", "f")["contentBase64"]).includes("hunter2"), false);
});

test("permissions of one's own are a policy apart", async () => {
  const own = [{ actions: ["ses:SendEmail"], resource: "arn:aws:ses:eu-central-1:123456789012:identity/a" }];
  const result = await planned(() => void new Function("f", () => 1, { permissions: { aws: own } }));
  const policies = ["f", "f.own"].map((name) => JSON.parse(found(result, "iam_role_policy", name)["policy"]).Statement);
  assertEquals(policies[1], [{ Effect: "Allow", Action: own[0]!.actions, Resource: [own[0]!.resource] }]);
  assertEquals(policies[0].length, 1);
});

test("long names are cut, and differ", async () => {
  const long = "a".repeat(62);
  const { resources } = await planned(() => {
    for (const name of [`${long}1`, `${long}2`]) {
      new Queue(name, { ordered: true });
      new Function(name, () => 1);
    }
  });
  const names = resources.flatMap(({ type, inputs }) =>
    type.endsWith("_sqs_queue") ? [inputs["name"]] : inputs["functionName"] ?? []
  );
  assertEquals([names.length, new Set(names).size], [6, 6]);
  for (const name of names) assert(name.length <= (name.endsWith(".fifo") ? 80 : 64), name);
});

test("resources besides a component take no name from another one", async () => {
  const permissions = { aws: [{ actions: ["ses:SendEmail"], resource: "*" }] };
  const { resources } = await planned(() => {
    const token = secret("hunter2");
    for (const ending of ["", "-dead", "-own", "-secrets", "-schedule", "-changes", "-subscriber"]) {
      new Queue(`a${ending}`);
      new Function(`a${ending}`, () => token, { permissions });
      new Schedule(`b${ending}`, { cron: "@daily" }, () => 1);
      new Topic(`c${ending}`).subscribe(`c${ending}`, () => 1);
      new Bucket(`d${ending}`).subscribe(`d${ending}`, () => 1);
    }
    new Topic("jobs").subscribe("jobs", () => 1);
    new Queue("jobs").subscribe("work", () => 1);
  });
  for (const type of ["sqs_queue", "sns_topic", "iam_role", "lambda_function", "scheduler_schedule"]) {
    const made = resources.filter((it) => it.type === `aws:resources:aws_${type}`);
    const names = made.map(({ inputs }) => inputs["name"] ?? inputs["functionName"]);
    assertEquals(names.length, new Set(names).size, type);
  }
});

/** The message with which a plan is refused. */
async function refusal(program: () => unknown): Promise<string> {
  const error: any = await planned(program).then(() => new Error("accepted"), (error) => error);
  return (error.errors?.[0] ?? error).message;
}

test("what AWS cannot do is refused by name", async () => {
  const sized = (count: number) => () => {
    const stores = Array.from({ length: count }, (_, n) => new KVStore(`a-store-with-a-rather-long-name-${n}`));
    new Function("f", () => Promise.all(stores.map((it) => it.keys())));
  };
  const statements = Array.from({ length: 200 }, (_, n) => ({
    actions: [`ses:Action${n}`],
    resource: `arn:aws:ses:eu-central-1:123456789012:identity/${n}`,
  }));
  const refusals = [
    () => new Router("api", { streaming: true }),
    () => new Router("api", { webSockets: true }),
    () => new Schedule("s", { cron: "@every 90s" }, () => 1),
    sized(60),
    () => new Function("f", () => 1, { permissions: { aws: statements } }),
  ].map((program) => () => refusal(program));
  const messages: string[] = [];
  for (const it of refusals) messages.push((await it()).replace(/\d{4,}/g, "(size)"));
  assertEquals(messages, [
    'the target "aws" has no `streaming` for a Router, which "api" needs',
    'the target "aws" has no `webSockets` for a Router, which "api" needs',
    'the target "aws" cannot run the Schedule "s" at "@every 90s": EventBridge Scheduler has whole minutes; `@every 1m` is the ' +
    "shortest period",
    "the environment of the function f has (size) bytes, but Lambda takes at most (size); the function uses too many components: " +
    "make several of it",
    "the permissions of the function f have (size) characters, but a role of AWS has at most (size); make several functions of it",
  ]);
});

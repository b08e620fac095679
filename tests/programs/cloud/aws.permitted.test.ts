// The target `aws`: what is planned, and what is refused. aws_cloud.permitted.test.ts and aws_functions.permitted.test.ts run it.

import { secret } from "lumi";
import { Bucket, Daemon, Database, Function, KVStore, Queue, Router, Schedule, Service, Site, Topic } from "lumi/cloud";
import { assert, assertEquals, run, type RunResult, test } from "lumi/testing";

const config = {
  "lumi:target": "aws",
  "cloud:vpc": "vpc-1",
  "cloud:subnets": "subnet-1, subnet-2",
  "mail-password": secret("tiger"),
};
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
function planned(program: () => unknown, more: Record<string, unknown> = {}): Promise<RunResult> {
  const resource = ({ type, name, inputs, custom }: any) =>
    custom ? { outputs: outputsOf(type, name, inputs) } : undefined;
  return run(program, { project: "shop", stack: "dev", config: { ...config, ...more } as never, mocks: { resource } });
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

test("a queue says how long its messages wait", async () => {
  const { resource } = await planned(() => void new Queue("jobs", { retention: 3600 }));
  const type = "aws:resources:aws_sqs_queue";
  const waits = (name: string) => resource(name, type).inputs["messageRetentionSeconds"];
  assertEquals([waits("jobs"), waits("jobs.dead")], [3600, 1_209_600]);
  const topic = await planned(() => {
    for (const [name, args] of [["news", { retention: 60 }], ["all", {}]] as const) {
      new Topic(name, args).subscribe(`hear-${name}`, () => 1);
    }
  });
  const kept = (name: string) => topic.resource(name, type).inputs["messageRetentionSeconds"];
  assertEquals([kept("hear-news"), kept("hear-news.dead"), kept("hear-all")], [60, 1_209_600, 345_600]);
});

test("objects and logs are kept for some days", async () => {
  const program = () => {
    new Bucket("exports", { retention: 7 * 86_400 });
    new Bucket("all");
    new Function("f", () => 1);
  };
  const result = await planned(program, { "cloud:log-days": "7" });
  const rules = result.resources.filter((it) => it.type.endsWith(":aws_s3_bucket_lifecycle_configuration"));
  assertEquals(rules.map((it) => [it.name, it.inputs["rule"][0].expiration[0].days]), [["exports", 7]]);
  assertEquals(found(result, "cloudwatch_log_group", "f")["retentionInDays"], 7);
  const wrong = await planned(program, { "cloud:log-days": "8" }).then(() => "accepted", (it: Error) => it.message);
  assert(wrong.startsWith("`cloud:log-days` must be one of 1, 3, 5, 7"), wrong);
});

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

const IMAGE = "123456789012.dkr.ecr.eu-central-1.amazonaws.com/shop/front:7";

test("a service has what it uses, and is reached by those that use it", async () => {
  const result = await planned(() => {
    const [scores, password] = [new KVStore<number>("scores"), secret("hunter2")];
    const model = new Service("model", { image: "registry.example.com/model:7", port: 9000 });
    const front = new Service("front", {
      image: IMAGE,
      command: ["serve", "--fast"],
      environment: { PASSWORD: password },
      health: "/healthz",
      replicas: 3,
      uses: [model, scores],
      startTimeout: 90,
      grace: 300,
    });
    new Function("ask", async () => (await front.fetch("/")).status);
    new Function("other", () => 1);
  });
  const statements = (name: string) => JSON.parse(found(result, "iam_role_policy", name)["policy"]).Statement;
  const actions = (name: string) => statements(name).flatMap((it: { Action: string[] }) => it.Action);
  assertEquals(statements("front").flatMap((it: { Resource: string[] }) => it.Resource), [
    `arn:aws:dynamodb_table:${ACCOUNT}:shop-dev-scores`,
  ]);
  assertEquals(actions("front"), ["dynamodb:DeleteItem", "dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query"]);
  assertEquals(result.resources.filter((it) => it.type.endsWith("iam_role_policy") && it.name === "model"), []);
  assertEquals(actions("front.start"), [
    "ecr:BatchCheckLayerAvailability",
    "ecr:BatchGetImage",
    "ecr:GetDownloadUrlForLayer",
    "ecr:GetAuthorizationToken",
    "logs:CreateLogStream",
    "logs:PutLogEvents",
    "secretsmanager:GetSecretValue",
  ]);
  assertEquals(actions("model.start").length, 3);
  const [container] = JSON.parse(found(result, "ecs_task_definition", "front")["containerDefinitions"]);
  assertEquals([container.image, container.command, container.stopTimeout], [IMAGE, ["serve", "--fast"], 120]);
  const arn = `arn:aws:secretsmanager:${ACCOUNT}:secret:front.variables`;
  assertEquals(container.secrets.map((it: { valueFrom: string }) => it.valueFrom), [
    `${arn}:LUMI_MODEL_URL::version-1`,
    `${arn}:LUMI_SCORES_TABLE::version-1`,
    `${arn}:PASSWORD::version-1`,
  ]);
  const open = result.resources.filter((it) =>
    it.type.startsWith("aws:") && !it.secrets.includes("inputs.secretString")
  );
  assertEquals(JSON.stringify(open.map((it) => it.inputs)).includes("hunter2"), false);
  // Callers are in the group that the load balancer lets in, and others are not.
  const group = (name: string) => (result.resource(name, "aws:resources:aws_security_group") as any).id;
  const rule = found(result, "vpc_security_group_ingress_rule", "front.balancer");
  assertEquals([rule["referencedSecurityGroupId"], rule["fromPort"]], [group("front.callers"), 80]);
  const ofTasks = found(result, "vpc_security_group_ingress_rule", "model.tasks");
  assertEquals([ofTasks["referencedSecurityGroupId"], ofTasks["fromPort"]], [group("model.balancer"), 9000]);
  assertEquals(found(result, "lambda_function", "ask")["vpcConfig"], {
    subnetIds: ["subnet-1", "subnet-2"],
    securityGroupIds: [group("front.callers")],
  });
  assert(actions("ask").includes("ec2:CreateNetworkInterface") && !actions("ask").includes("vpc:connect"));
  assertEquals([found(result, "lambda_function", "other")["vpcConfig"], actions("other").length], [undefined, 2]);
  const [inside] = found(result, "ecs_service", "front")["networkConfiguration"];
  assertEquals([inside.securityGroups, inside.assignPublicIp], [[group("front.tasks"), group("model.callers")], false]);
  assertEquals([found(result, "ecs_service", "front")["desiredCount"], found(result, "lb", "front")["internal"]], [3,
    true]);
});

test("a database is reached by functions that use it, by a URL that no plan shows", async () => {
  const result = await planned(() => {
    const shop = new Database("shop", { migrations: "conformance/migrations" });
    new Function("ask", () => shop.query("SELECT 1"));
    new Function("other", () => 1);
  });
  const group = (name: string) => (result.resource(name, "aws:resources:aws_security_group") as any).id;
  const rule = found(result, "vpc_security_group_ingress_rule", "shop.database");
  assertEquals([rule["referencedSecurityGroupId"], rule["fromPort"]], [group("shop.database-callers"), 5432]);
  for (const name of ["ask", "shop-migrate"]) {
    const { vpcConfig, environment } = found(result, "lambda_function", name);
    assertEquals(vpcConfig.securityGroupIds, [group("shop.database-callers")]);
    assertEquals(Object.keys(environment.variables), ["LUMI_SECRETS", "LUMI_SECRETS_VERSION"]);
  }
  assertEquals(found(result, "lambda_function", "other")["vpcConfig"], undefined);
  const instance = found(result, "db_instance", "shop");
  assertEquals([instance["publiclyAccessible"], instance["storageEncrypted"], instance["dbName"]], [
    false,
    true,
    "shop_dev_shop",
  ]);
  const password = instance["password"];
  const [made] = result.resources.filter((it) => it.type === "aws:resources:aws_db_instance");
  assert(typeof password === "string" && made!.secrets.includes("inputs.password"));
  const open = result.resources.filter((it) => it.type.startsWith("aws:") && it.secrets.length === 0);
  assertEquals(JSON.stringify(open.map((it) => it.inputs)).includes(password), false);
  const input = (program: RunResult) => found(program, "lambda_invocation", "shop")["input"];
  assertEquals(JSON.parse(input(result)).migrations, "002-notes.sql");
});

/** Runs the function of CloudFront for a path. */
function atEdge(code: string, uri: string, querystring: object = {}): any {
  const handler = new globalThis.Function(`${code}; return handler;`)();
  const answer = handler({ request: { uri, querystring } });
  return answer.statusCode === undefined ? answer.uri : [answer.statusCode, answer.headers.location.value];
}

test("a site is files that its distribution alone reads", async () => {
  const result = await planned(() => void new Site("web", { folder: "conformance/site", immutable: ["assets"] }));
  const objects = result.resources.filter(({ type }) => type.endsWith("aws_s3_object")).map((
    { inputs },
  ) => [inputs["key"], inputs["contentType"], inputs["cacheControl"].includes("immutable")]);
  assertEquals(objects, [
    ["404.html", "text/html; charset=utf-8", false],
    ["assets/app.1f2e3d.js", "text/javascript; charset=utf-8", true],
    ["docs/index.html", "text/html; charset=utf-8", false],
    ["docs/with spaces \u00e9.txt", "text/plain; charset=utf-8", false],
    ["index.html", "text/html; charset=utf-8", false],
    ["style.css", "text/css; charset=utf-8", false],
  ]);
  const policy = JSON.parse(found(result, "s3_bucket_policy", "web")["policy"]).Statement;
  const { arn } = result.resource("web", "aws:resources:aws_cloudfront_distribution").outputs as { arn: string };
  for (const it of policy) {
    assertEquals([it.Principal, it.Condition], [
      { Service: "cloudfront.amazonaws.com" },
      { StringEquals: { "AWS:SourceArn": arn } },
    ]);
  }
  const access = found(result, "s3_bucket_public_access_block", "web");
  assertEquals([access["blockPublicPolicy"], access["restrictPublicBuckets"]], [true, true]);
  const [answer] = found(result, "cloudfront_distribution", "web")["customErrorResponse"];
  assertEquals([answer.errorCode, answer.responseCode, answer.responsePagePath], [404, 404, "/404.html"]);
  const { code } = found(result, "cloudfront_function", "web");
  assertEquals([
    atEdge(code, "/"),
    atEdge(code, "/docs/"),
    atEdge(code, "/style.css"),
    atEdge(code, "/%zz"),
    atEdge(code, "/d%6fcs"),
    atEdge(code, "/docs", { a: { value: "1" }, b: { value: "", multiValue: [{ value: "" }, { value: "%20" }] } }),
  ], ["/index.html", "/docs/index.html", "/style.css", "/%zz", [308, "./d%6fcs/"], [308, "./docs/?a=1&b&b=%20"]]);
  const application = await planned(() => void new Site("web", { folder: "conformance/application", spa: true }));
  const [fallback] = found(application, "cloudfront_distribution", "web")["customErrorResponse"];
  assertEquals([fallback.responseCode, fallback.responsePagePath], [200, "/index.html"]);
});

/** The message with which a plan is refused. */
async function refusal(program: () => unknown, more: Record<string, unknown> = {}): Promise<string> {
  const error: any = await planned(program, more).then(() => new Error("accepted"), (error) => error);
  return (error.errors?.[0] ?? error).message;
}

const NETWORK =
  'the target "aws" needs a network for the Service "api", with private subnets in two zones that reach the internet by a NAT ' +
  "gateway: `lumi config set cloud:vpc vpc-ID` and `lumi config set cloud:subnets subnet-ID,subnet-ID`";

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
  const services = () => {
    const all = Array.from({ length: 6 }, (_, n) => new Service(`s${n}`, { image: "a" }));
    new Function("f", async () => {
      for (const it of all) await it.url();
    });
  };
  refusals.push(
    () => refusal(() => new Service("api", { command: ["serve"] })),
    () => refusal(() => new Service("api", { image: "a" }), { "cloud:vpc": "" }),
    () => refusal(() => new Service("api", { image: "a" }), { "cloud:subnets": "subnet-1" }),
    () => refusal(services),
    () => refusal(() => new Daemon("agent", { image: "a" })),
  );
  const messages: string[] = [];
  for (const it of refusals) messages.push((await it()).replace(/\d{4,}/g, "(size)"));
  assertEquals(messages, [
    'the target "aws" has no `streaming` for a Router, which "api" needs',
    'the target "aws" has no `webSockets` for a Router, which "api" needs',
    'the target "aws" cannot run the Schedule "s" at "@every 90s": EventBridge Scheduler has whole minutes; `@every 1m` is the ' +
    "shortest period",
    "the environment of the function f has (size) bytes, but Lambda takes at most (size); the function uses too many components: " +
    "make several of it",
    "the permissions of the function f have (size) characters, but a role of AWS has at most (size); make several of it",
    'the target "aws" runs images: the Service "api" needs an `image` that has its program',
    NETWORK,
    NETWORK,
    "the function f is in 6 security groups for the services and databases that it uses, but a network interface of AWS has at most 5; make several of it",
    'the target "aws" has no Daemon, such as "agent"; it has Bucket, Database, Function, KVStore, Queue, Router, Schedule, Secret, Service, Site, Topic',
  ]);
});

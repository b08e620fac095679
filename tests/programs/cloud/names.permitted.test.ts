// Names of things on targets: no two components of a stack have one name, and no two stacks in one account.

import {
  Bucket,
  Daemon,
  Database,
  Function,
  KVStore,
  Queue,
  Router,
  Schedule,
  Secret,
  Service,
  Site,
  Topic,
} from "lumi/cloud";
import { assert, assertEquals, run, type RunResult, test } from "lumi/testing";
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { config as kubernetes } from "./kubernetes_server.ts";

const FOLDER = `${process.env["FOLDER_OF_TESTS"]}/names`;
mkdirSync(FOLDER, { recursive: true });
writeFileSync(`${FOLDER}/index.html`, "");

const program = { image: "registry.example.com/app:1", command: ["true"] };

/** Makes a component of each kind. */
const KINDS: Record<string, (name: string) => unknown> = {
  Bucket: (name) => new Bucket(name),
  Daemon: (name) => new Daemon(name, program),
  Database: (name) => new Database(name),
  Function: (name) => new Function(name, () => 1),
  KVStore: (name) => new KVStore(name),
  Queue: (name) => new Queue(name).subscribe(`${name}-work`.slice(-63), () => 1),
  Router: (name) => new Router(name).get("/", () => "text"),
  Schedule: (name) => new Schedule(name, { cron: "0 3 * * *" }, () => 1),
  Secret: (name) => new Secret(name, { value: "correct-horse" }),
  Service: (name) => new Service(name, program),
  Site: (name) => new Site(name, { folder: FOLDER }),
  Topic: (name) => new Topic(name).subscribe(`${name}-hears`.slice(-63), () => 1),
};

/** Beginnings and ends that names of things have, around one that several components have. */
const WORDS = ["daemon", "database", "service", "site", "kv", "queue", "bucket", "migrate", "dead", "lumi", "work",
  "changes"];
const NAMES = ["web", "1", "code", "x".repeat(63), ...WORDS.flatMap((it) => [`${it}-web`, `web-${it}`])];

interface Target {
  readonly config: Record<string, unknown>;
  readonly without: readonly string[];
  /** The names of the things that a resource stands for, with their kinds. */
  things(resource: RunResult["resources"][number]): string[];
}

/** Names within others, and the beginnings of names that AWS completes. */
const SCOPED = ["iam_role_policy", "lambda_permission", "apigatewayv2_stage"];

const TARGETS: Record<string, Target> = {
  aws: {
    config: { "lumi:target": "aws", "cloud:vpc": "vpc-1", "cloud:subnets": "subnet-1,subnet-2" },
    without: ["Daemon"],
    things({ type, inputs }) {
      const kind = type.replace("aws:resources:aws_", "");
      const name = inputs["functionName"] ?? inputs["identifier"] ?? inputs["family"] ?? inputs["name"];
      const isOwn = type.startsWith("aws:") && typeof name === "string" && !SCOPED.includes(kind);
      return isOwn && !["lambda_invocation", "lambda_event_source_mapping"].includes(kind) ? [`${kind} ${name}`] : [];
    },
  },
  kubernetes: {
    config: kubernetes(),
    without: [],
    things({ type, inputs }) {
      if (!type.startsWith("kubernetes:")) return [];
      const variables: any[] = inputs["spec"]?.template?.spec?.containers?.[0]?.env ?? [];
      const streams = JSON.parse(variables.find((it) => it.name === "LUMI_STREAMS")?.value ?? "[]");
      const buckets = variables.filter((it) => it.name === "LUMI_BUCKET").map((it) => `bucket ${it.value}`);
      return [
        `${inputs["kind"]} ${inputs["metadata"].name}`,
        ...streams.map((it: any) => `stream ${it.stream.name}`),
        ...buckets,
      ];
    },
  },
  local: {
    config: { "lumi:postgres": "postgres://lumi:correct-horse@127.0.0.1/postgres" },
    without: [],
    things: ({ type, inputs }) => type.startsWith("std:fs:") ? [`path ${inputs["path"]}`] : [],
  },
};

/** Makes components, without those whose names the program may not give. */
function make(components: readonly (readonly [string, string])[]): void {
  for (const [kind, name] of components) {
    try {
      KINDS[kind]!(name);
    } catch (error) {
      if (!(error as Error).message.includes("there are two components")) throw error;
    }
  }
}

function planned(
  { config }: Target,
  components: readonly (readonly [string, string])[],
  stack: { project: string; stack: string } = { project: "shop", stack: "dev" },
): Promise<RunResult> {
  const resource = ({ custom, name, inputs }: any) =>
    custom ? { outputs: { arn: `arn:aws:any:eu-central-1:1:${inputs.name ?? name}` } } : undefined;
  return run(() => make(components), { ...stack, config: config as never, mocks: { resource } });
}

const thingsOf = ({ resources }: RunResult, target: Target) => resources.flatMap((it) => target.things(it));

for (const [name, target] of Object.entries(TARGETS)) {
  const kinds = Object.keys(KINDS).filter((it) => !target.without.includes(it));

  test(`${name}: components have things of their own, whatever their names and kinds are`, async () => {
    const components = NAMES.flatMap((it) => kinds.map((kind) => [kind, it] as const));
    const things = thingsOf(await planned(target, components), target);
    assertEquals(things.filter((it, at) => things.indexOf(it) !== at), []);
    assert(things.length > components.length / 2);
  });
}

test("aws: two stacks of an account share nothing", async () => {
  const stacks = [["shop", "dev"], ["shop", "dev-eu"], ["shop-dev", "eu"], ["shop", "dev_eu"]] as const;
  const components = ["eu-jobs", "jobs", "eu-eu-jobs"].flatMap((it) =>
    ["Bucket", "Queue", "Topic", "KVStore", "Function"].map((kind) => [kind, it] as const)
  );
  const known = new Map<string, string>();
  for (const [project, stack] of stacks) {
    for (const it of thingsOf(await planned(TARGETS["aws"]!, components, { project, stack }), TARGETS["aws"]!)) {
      assertEquals(known.get(it), undefined, `${it} of ${project}/${stack}`);
      known.set(it, `${project}/${stack}`);
    }
  }
});

test("kubernetes: two stacks of a server of S3 share no bucket", async () => {
  const target = TARGETS["kubernetes"]!;
  const buckets = async (project: string, stack: string, name: string) =>
    thingsOf(await planned(target, [["Bucket", name]], { project, stack }), target).filter((it) =>
      it.startsWith("bucket ")
    );
  const all = [
    ...await buckets("shop", "dev", "eu-data"),
    ...await buckets("shop", "dev-eu", "data"),
    ...await buckets("shop", "dev_eu", "data"),
  ];
  assertEquals([all.length, new Set(all).size], [3, 3]);
});

test("names of a project and a stack that have letters and digits alone are as they were", async () => {
  const long = "x".repeat(63);
  for (
    const [target, kind, name, thing] of [
      ["aws", "Queue", "eu-jobs", "sqs_queue shop-dev-eu-jobs"],
      ["aws", "Function", long, `lambda_function shop-dev-${long.slice(0, 46)}-89b56d56`],
      ["kubernetes", "Bucket", "eu-data", "bucket shop-dev-eu-data"],
      ["kubernetes", "Bucket", long, `bucket shop-dev-${long.slice(0, 45)}-89b56d56`],
    ] as const
  ) {
    const things = thingsOf(await planned(TARGETS[target]!, [[kind, name]]), TARGETS[target]!);
    assert(things.includes(thing), `${thing} is not in ${things.join(", ")}`);
  }
});

test("kubernetes: a name that happens to be that of another object is refused", async () => {
  const target = TARGETS["kubernetes"]!;
  const [made] = thingsOf(await planned(target, [["Function", "site-web"]]), target)
    .filter((it) => it.startsWith("Deployment ")).map((it) => it.replace("Deployment ", ""));
  assert(made !== "site-web");
  const error = await planned(target, [["Function", "site-web"], ["Function", made!]]).catch((error) => error);
  assertEquals((error as Error).message,
    `"site-web" and "${made}" would have the same ServiceAccount ${made} in Kubernetes: give one of them another name`);
});

// Functions on AWS: a function of Lambda with a role of its own.

import { derive, interpolate, jsonStringify } from "../../property/combinators.ts";
import { defineClient } from "../../property/client.ts";
import type { Property } from "../../property/property.ts";
import type { Resource } from "../../resource/resource.ts";
import type { ComputeClosure } from "../../property/compute.ts";
import type { FunctionCode, FunctionNeeds, FunctionSpec, Grant, Infra, Permission } from "../contract.ts";
import type { FunctionClient } from "../function.ts";
import { single } from "../single.ts";
import { bundleOf } from "./bundle.ts";
import { logRetention } from "./log_retention.ts";
import { namePrefix, physicalName } from "./names.ts";
import { CONNECTING, groupsOf, INTERFACES, network } from "./service/network.ts";
import { type Allowed, policyText, trust } from "./permissions.ts";
import { request } from "./request.ts";
import { type AwsResource, resource } from "./resource.ts";
import { storedSecret } from "./secret.ts";

/** Seconds of a call, as on the platform of this machine; those who wait for a function wait longer. */
export const TIMEOUT = 30;
const MEMORY = 512;
const LOGGING = ["logs:CreateLogStream", "logs:PutLogEvents"];
/** Bytes of all environment variables of a function. */
const MAX_ENVIRONMENT = 4096;

/** The data that infra classes give to `eventFunction`. */
export interface AwsFunctionArgs {
  /** The things that the platform does with the role of the function, such as taking messages from its queue. */
  readonly consumes: readonly Permission[];
}

const client = defineClient({
  bindings: ["functionName"],
  create: ({ functionName }): FunctionClient<unknown[], unknown> => ({
    async call(...args) {
      const path = `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`;
      // A call that may have begun is not repeated.
      const response = await request("lambda", {
        path,
        body: JSON.stringify(args),
        operation: "Invoke",
        isRepeatable: false,
      });
      const answer = await response.json();
      if (response.headers.has("x-amz-function-error")) throw new Error(answer.errorMessage);
      return answer.result;
    },
  }),
});

/** The event of a call is the list of its arguments; the result is in an object, as JSON has no `undefined`. */
function called(handler: FunctionSpec["handler"]) {
  return async function answer(args: unknown[]) {
    return { result: await handler(...args) };
  };
}

export class AwsFunction implements Infra {
  readonly client = client;
  readonly outputs: { functionName: Property<string> };
  readonly lambda: AwsResource;
  /** The resources that must exist before something calls the function. */
  readonly ready: readonly Resource[];

  constructor({ name, component, handler, takesEvents, own, code }: FunctionSpec) {
    const made = code(takesEvents ? handler : called(handler));
    const functionName = physicalName(name, 64);
    const logs = resource("cloudwatch_log_group", name, {
      name: `/aws/lambda/${functionName}`,
      retentionInDays: logRetention(),
    }, component);
    const assumeRolePolicy = trust("lambda.amazonaws.com");
    const role = resource("iam_role", name, { name: functionName, assumeRolePolicy }, component);
    const secrets = secretsOf(name, made, component);
    const { consumes = [] } = (own ?? {}) as Partial<AwsFunctionArgs>;
    const policy = allowed(name, made.needs, [...consumes, { actions: LOGGING, resource: interpolate`${logs.arn}:*` }],
      secrets);
    this.ready = [
      resource("iam_role_policy", name, { name: "granted", role: role.id, policy }, component),
      ...ownPolicy(name, made.own, role, component),
    ];
    type Values = [Record<string, string>, FunctionNeeds, SecretVariables];
    const variables = derive([made.closure.env, made.needs, secrets],
      ([env, { environment }, secrets]: Values) => checkEnvironment(name, { ...env, ...environment, ...secrets }));
    this.lambda = resource("lambda_function", name, {
      functionName,
      role: role.arn,
      runtime: "nodejs22.x",
      architectures: ["arm64"],
      handler: "lambda.handler",
      timeout: TIMEOUT,
      memorySize: MEMORY,
      ...uploaded(name, made.closure, component),
      environment: { variables },
      vpcConfig: insideOf(name, made, consumes),
    }, component, made.links.then((links) => [logs, ...this.ready, ...links] as never));
    this.outputs = { functionName: this.lambda["functionName"] };
  }

  grant(method: string): Grant | undefined {
    if (method !== "call") return undefined;
    return { permissions: [{ actions: ["lambda:InvokeFunction"], resource: this.lambda.arn }] };
  }
}

/** Puts the bundle of a function into the bucket that a stack has for code. */
function uploaded(name: string, closure: ComputeClosure, parent: Resource): { s3Bucket: unknown; s3Key: unknown } {
  const { content, version } = bundleOf(name, closure);
  const bucket = single("code",
    () => resource("s3_bucket", "functions", { bucketPrefix: namePrefix("code", 37) }, undefined));
  const key = interpolate`${name}/${version}.zip`;
  const object = resource("s3_object", name, { bucket: bucket.id, key, contentBase64: content }, parent);
  return { s3Bucket: object["bucket"], s3Key: object["key"] };
}

/** Variables by which a function finds its secret environment. Another version is another environment, and new sandboxes. */
interface SecretVariables {
  LUMI_SECRETS?: string;
  LUMI_SECRETS_VERSION?: string;
}

/** Keeps the secret environment of a function out of Lambda's. */
function secretsOf(name: string, { closure }: FunctionCode, parent: Resource): Property<SecretVariables> {
  return closure.secrets.then((names) => {
    if (names.length === 0) return {};
    const version = storedSecret(`${name}.secrets`, jsonStringify(closure.secretEnv), parent);
    return { LUMI_SECRETS: version.arn, LUMI_SECRETS_VERSION: version["versionId"] };
  }) as unknown as Property<SecretVariables>;
}

/** The network of a function that calls services and databases. Which functions do is known before these are there. */
function insideOf(
  name: string,
  { shown, needs }: FunctionCode,
  platform: readonly Permission[],
): Property<object | undefined> {
  return shown.then((actions) => {
    const isInside = Object.keys(actions).some((it) => it.startsWith(CONNECTING));
    if (!isInside && !platform.some((it) => it.actions.includes(CONNECTING))) return undefined;
    return derive([needs, platform], ([{ permissions }, platform]: [FunctionNeeds, Allowed[]]) => ({
      subnetIds: network(`the function ${name}`).subnets,
      securityGroupIds: groupsOf(`the function ${name}`, [...permissions, ...platform]),
    }));
  }) as unknown as Property<object | undefined>;
}

/** The policy of what follows from the code, and from what the platform does for the function. */
function allowed(
  name: string,
  needs: Property<FunctionNeeds>,
  platform: readonly Permission[],
  secrets: Property<SecretVariables>,
): Property<string> {
  type Values = [FunctionNeeds, Allowed[], SecretVariables];
  return derive([needs, platform, secrets], ([{ permissions }, platform, { LUMI_SECRETS: resource }]: Values) => {
    const reading = resource === undefined ? [] : [{ actions: ["secretsmanager:GetSecretValue"], resource }];
    const all = [...permissions, ...platform];
    const entering = all.some((it) => it.actions.includes(CONNECTING)) ? [INTERFACES] : [];
    const allowed = all.filter((it) => !it.actions.includes(CONNECTING));
    return policyText(`the function ${name}`, [...allowed, ...reading, ...entering]);
  });
}

/** The permissions of one's own are a policy apart. */
function ownPolicy(name: string, own: readonly Permission[], role: AwsResource, parent: Resource): Resource[] {
  if (own.length === 0) return [];
  const policy = derive(own, (own: Allowed[]) => policyText(`the function ${name}`, own));
  return [resource("iam_role_policy", `${name}.own`, { name: "own", role: role.id, policy }, parent)];
}

function checkEnvironment(name: string, variables: Record<string, string>): Record<string, string> {
  const size = Object.entries(variables).flat().reduce((sum, it) => sum + new TextEncoder().encode(it).length, 0);
  if (size <= MAX_ENVIRONMENT) return variables;
  throw new RangeError(
    `the environment of the function ${name} has ${size} bytes, but Lambda takes at most ${MAX_ENVIRONMENT}; the function uses ` +
      "too many components: make several of it",
  );
}

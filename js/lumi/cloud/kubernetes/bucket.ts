// Buckets on Kubernetes: those of a server of S3. Servers tell changes in ways of their own, so that there are no events.

import type { Resource } from "../../resource/resource.ts";
import { bucketClient } from "../aws/bucket_client.ts";
import { request } from "../aws/request.ts";
import type { BucketClient } from "../bucket.ts";
import type { ComponentSpec, Grant, SubscribedInfra } from "../contract.ts";
import { single } from "../single.ts";
import { hostOf } from "./function_code.ts";
import { namespace, object } from "./manifest.ts";
import { bucketName } from "./names.ts";
import { secretVariable, variable } from "./pods.ts";
import { objectStorage } from "./settings.ts";
import { setupJob } from "./setup_job.ts";
import { tool } from "./tools.ts";

/** The action that each method needs. Servers differ in policies, so that the keys of the stack allow all. */
const ACTIONS: Readonly<Record<string, string>> = {
  put: "buckets:put",
  get: "buckets:get",
  text: "buckets:get",
  delete: "buckets:delete",
  list: "buckets:list",
  downloadUrl: "buckets:get",
  uploadUrl: "buckets:put",
} satisfies Record<keyof BucketClient, string>;

const KEYS = "lumi-s3";

/** Makes a bucket, unless it is there. This code is a part of bundles. */
async function makeBucket(): Promise<void> {
  const bucket = process.env["LUMI_BUCKET"]!;
  // It may be there, also of someone else: then it cannot be listed.
  await request("s3", { method: "PUT", bucket, path: "/", expected: [409], operation: "CreateBucket" });
  await request("s3", { method: "GET", bucket, path: "/?list-type=2&max-keys=1", operation: "ListObjectsV2" });
}

export class KubernetesBucket implements SubscribedInfra {
  static readonly features = [];

  readonly client = bucketClient;
  readonly outputs: { name: string };
  readonly #name: string;
  readonly #job: Resource;

  constructor({ name, component }: ComponentSpec) {
    this.#name = name;
    const bucket = bucketName(name);
    this.outputs = { name: bucket };
    this.#job = bucketJob(name, bucket, component);
  }

  /** The plan refuses it before. */
  subscribe(): void {
    throw new TypeError('the target "kubernetes" has no `events` of a Bucket');
  }

  grant(method: string): Grant | undefined {
    const action = ACTIONS[method];
    return action === undefined
      ? undefined
      : { permissions: [{ actions: [action], resource: this.#name }], links: [this.#job] };
  }
}

function bucketJob(name: string, bucket: string, parent: Resource): Resource {
  const { endpoint, region, accessKey, secretKey } = objectStorage();
  const keys = single(KEYS, () => object("Secret", KEYS, { stringData: { "secret-key": secretKey } }, undefined));
  return setupJob(`bucket-${name}`, {
    tool: tool("bucket", makeBucket),
    net: [hostOf(endpoint)],
    // Variables of AWS are open to the program by name.
    open: ["AWS_*"],
    env: [
      variable("LUMI_BUCKET", bucket),
      variable("AWS_ENDPOINT_URL_S3", endpoint),
      variable("AWS_REGION", region),
      variable("AWS_ACCESS_KEY_ID", accessKey),
      secretVariable("AWS_SECRET_ACCESS_KEY", KEYS, "secret-key"),
    ],
    version: `${endpoint} ${region} ${bucket}`,
    dependsOn: [namespace(), keys],
  }, parent);
}

declare const process: { readonly env: Record<string, string | undefined> };

// The settings of the target in the configuration of a stack.

import { Config } from "../../program/config.ts";
import type { Property } from "../../property/property_types.ts";

const config = () => new Config("cloud");

function required(key: string, what: string, example: string): string {
  const value = config().get(key);
  if (value !== undefined && value !== "") return value;
  throw new TypeError(`the target "kubernetes" needs ${what}: \`lumi config set cloud:${key} ${example}\``);
}

/** The image of all pods, which has `lumi` on its PATH. */
export const image = () => required("image", "an image that has lumi", "registry.example.com/lumi:0.1");

/** The image of NATS. */
export const natsImage = () => config().get("nats-image") ?? "nats:2.12-alpine";

/** The size of the volume of NATS. */
export const natsStorage = () => config().get("nats-storage") ?? "10Gi";

/** The Gateway of routers. */
export interface GatewayReference {
  readonly namespace: string;
  readonly name: string;
}

/** The Gateway by which others reach a router; undefined if only functions of the stack do. */
export function gatewayOf(router: string): GatewayReference | undefined {
  const text = required(
    "gateway",
    `a Gateway for the Router "${router}", or none if functions of the stack alone request it`,
    "NAMESPACE/NAME",
  );
  if (text === "none") return undefined;
  const [namespace = "", name = "", ...more] = text.split("/");
  if (namespace === "" || name === "" || more.length > 0) {
    throw new TypeError(`\`cloud:gateway\` must be NAMESPACE/NAME or none, but is ${JSON.stringify(text)}`);
  }
  return { namespace, name };
}

/** The host name by which others reach a router, in which `*` is its name; undefined for all host names of the Gateway. */
export function routerHost(router: string): string | undefined {
  return config().get("host")?.replace("*", router);
}

/** A server of S3. */
export interface ObjectStorage {
  /** The URL without a slash at its end; buckets are in paths. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  /** Secret. */
  readonly secretKey: Property<string>;
}

/** The server of S3 for all buckets. */
export function objectStorage(): ObjectStorage {
  const what = (part: string) => `${part} of a server of S3 for buckets`;
  const endpoint = required("s3-endpoint", what("the URL"), "https://s3.example.com").replace(/\/+$/, "");
  const accessKey = required("s3-access-key", what("an access key"), "KEY");
  const secretKey = config().getSecret("s3-secret-key");
  if (secretKey === undefined) {
    throw new TypeError(
      `the target "kubernetes" needs ${what("the secret key")}: \`lumi config set cloud:s3-secret-key --secret\``,
    );
  }
  return { endpoint, region: config().get("s3-region") ?? "us-east-1", accessKey, secretKey };
}

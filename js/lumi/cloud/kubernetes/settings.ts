// The settings of the target in the configuration of a stack.

import { Config } from "../../program/config.ts";
import { derive } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import { SSL_MODES } from "../database/connection.ts";
import type { ObjectParts } from "./manifest.ts";
import { PORT } from "./names.ts";

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

/** The image of Postgres, and the size of its volumes. */
export const postgresImage = () => config().get("postgres-image") ?? "postgres:17";
export const postgresStorage = () => config().get("postgres-storage") ?? "10Gi";

/** A server of Postgres that is not one of the stack. */
export interface PostgresServer {
  /** Host and port. */
  readonly host: string;
  /** The settings of connections, such as `?sslmode=require`; empty for none. */
  readonly query: string;
  /** The URL of a user with the right to create databases. Secret. */
  readonly url: Property<string>;
}

/** The server for all databases; undefined if each has one of its own. */
export function postgresServer(): PostgresServer | undefined {
  const host = config().get("postgres");
  if (host === undefined) return undefined;
  if (!/^[^:/@\s]+:\d+$/.test(host)) {
    throw new TypeError(`\`cloud:postgres\` must be HOST:PORT, but is ${JSON.stringify(host)}`);
  }
  const what = "of a server of Postgres for databases";
  const user = required("postgres-user", `the name of a user ${what}`, "NAME");
  const password = config().getSecret("postgres-password");
  if (password === undefined) {
    throw new TypeError(
      `the target "kubernetes" needs the password of a user ${what}: \`lumi config set cloud:postgres-password --secret\``,
    );
  }
  const query = postgresQuery();
  const url = derive(password,
    (it: string) => `postgres://${encodeURIComponent(user)}:${encodeURIComponent(it)}@${host}/postgres${query}`);
  return { host, query, url: url as unknown as Property<string> };
}

function postgresQuery(): string {
  const mode = config().get("postgres-sslmode");
  if (mode === undefined) return "";
  if (SSL_MODES.includes(mode)) return `?sslmode=${mode}`;
  throw new TypeError(
    `\`cloud:postgres-sslmode\` must be ${SSL_MODES.join(" or ")}, but is ${JSON.stringify(mode)}`,
  );
}

/** The Gateway of routers. */
export interface GatewayReference {
  readonly namespace: string;
  readonly name: string;
}

/** The Gateway by which others reach a component, such as `the Router "api"`; undefined if only functions of the stack do. */
export function gatewayOf(what: string): GatewayReference | undefined {
  const text = required(
    "gateway",
    `a Gateway for ${what}, or none if functions of the stack alone request it`,
    "NAMESPACE/NAME",
  );
  if (text === "none") return undefined;
  const [namespace = "", name = "", ...more] = text.split("/");
  if (namespace === "" || name === "" || more.length > 0) {
    throw new TypeError(`\`cloud:gateway\` must be NAMESPACE/NAME or none, but is ${JSON.stringify(text)}`);
  }
  return { namespace, name };
}

/** The host name by which others reach a router or a site, in which `*` is its name; undefined for all host names of the Gateway. */
export function routerHost(router: string): string | undefined {
  return config().get("host")?.replace("*", router);
}

/** A Gateway ends streams and WebSockets after its own time limit, unless a route has none. */
const UNLIMITED = { timeouts: { request: "0s" } };

/** The parts of an HTTPRoute that hands all requests of the Gateway for a host to a service. */
export function exposed(
  service: string,
  gateway: GatewayReference,
  host: string | undefined,
  isStreaming = false,
): ObjectParts {
  return {
    objectName: service,
    spec: {
      parentRefs: [{
        group: "gateway.networking.k8s.io",
        kind: "Gateway",
        name: gateway.name,
        namespace: gateway.namespace,
      }],
      ...host === undefined ? {} : { hostnames: [host] },
      rules: [{
        matches: [{ path: { type: "PathPrefix", value: "/" } }],
        backendRefs: [{ name: service, port: PORT }],
        ...isStreaming ? UNLIMITED : {},
      }],
    },
  };
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

// Signed requests to services of AWS, from functions. This code is a part of bundles.

import { type Credentials, presignedUrl, type Scope, signedHeaders, type UnsignedRequest } from "./signer.ts";

/** The services that clients call: the names in hosts and signatures, and those in `AWS_ENDPOINT_URL_NAME`. */
const ENDPOINTS = {
  dynamodb: "DYNAMODB",
  lambda: "LAMBDA",
  s3: "S3",
  secretsmanager: "SECRETS_MANAGER",
  sns: "SNS",
  sqs: "SQS",
};

export type Service = keyof typeof ENDPOINTS;

/** A request to a service. */
export interface ServiceRequest {
  readonly method?: string;
  /** The path with the query; of a bucket, if there is one. */
  readonly path?: string;
  readonly bucket?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Statuses of 400 and more that are answers, not failures. */
  readonly expected?: readonly number[];
  /** The operation in messages, such as `SendMessage`. */
  readonly operation: string;
  /** Whether a request that may have arrived is sent again. */
  readonly isRepeatable?: boolean;
}

/** The answer of a service that refused or failed. */
export class AwsError extends Error {
  /** The code of AWS, such as `AccessDenied`. */
  readonly code: string;
  /** The whole answer. */
  readonly text: string;

  constructor(what: string, code: string, message: string, text: string) {
    super(`${what} failed: ${code}${message === "" ? "" : `: ${message}`}`);
    this.name = "AwsError";
    this.code = code;
    this.text = text;
  }
}

const ATTEMPTS = 4;
/** Milliseconds before the second attempt; the next ones wait twice as long. */
const PAUSE = 50;
const THROTTLED = /Throttl|TooManyRequests|ProvisionedThroughputExceeded|RequestLimitExceeded|SlowDown/;

/**
 * Requests a service. Connections that break, failures of the service and throttling are tried again, with a growing pause; the
 * failure is that of the last attempt.
 */
export async function request(service: Service, asked: ServiceRequest): Promise<Response> {
  const { expected = [], isRepeatable = true, operation } = asked;
  const prepared = prepare(service, asked);
  for (let attempt = 1;; attempt++) {
    let failure: unknown;
    let mayRepeat = isRepeatable;
    try {
      const response = await sent(prepared);
      if (response.ok || expected.includes(response.status)) return response;
      const error = await errorOf(`${service} ${operation}`, response);
      failure = error;
      const isThrottled = response.status === 429 || THROTTLED.test(error.code);
      mayRepeat = isThrottled || (isRepeatable && response.status >= 500);
    } catch (error) {
      failure = error;
    }
    if (!mayRepeat || attempt === ATTEMPTS) throw failure;
    await new Promise((resolve) => setTimeout(resolve, PAUSE * 2 ** (attempt - 1) * (0.5 + Math.random())));
  }
}

/** Calls an operation of a service whose requests and answers are JSON. */
export async function callJson(service: Service, target: string, version: "1.0" | "1.1", input: object): Promise<any> {
  const headers = { "content-type": `application/x-amz-json-${version}`, "x-amz-target": target };
  const operation = target.slice(target.indexOf(".") + 1);
  return (await request(service, { headers, body: JSON.stringify(input), operation })).json();
}

/** The things that all attempts of a request have. */
interface Prepared {
  readonly unsigned: UnsignedRequest;
  readonly scope: Scope;
  readonly credentials: Credentials;
}

function prepare(service: Service, asked: ServiceRequest): Prepared {
  const { method = "POST", path = "/", headers = {}, body = "", bucket } = asked;
  const region = variable("AWS_REGION");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const url = new URL(`${endpointOf(service, region, bucket)}${path}`);
  return {
    unsigned: { method, url, headers, body: bytes },
    scope: { service, region },
    credentials: credentials(),
  };
}

/** The credentials of the role of the function. */
function credentials(): Credentials {
  const [accessKeyId, secretAccessKey] = [variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")];
  return { accessKeyId, secretAccessKey, sessionToken: process.env["AWS_SESSION_TOKEN"] };
}

/** A URL of an object, with the rights of the role until it expires, or until the credentials of the function do. */
export function objectUrl(method: "GET" | "PUT", bucket: string, path: string, seconds: number): Promise<string> {
  const region = variable("AWS_REGION");
  const url = new URL(`${endpointOf("s3", region, bucket)}${path}`);
  return presignedUrl(method, url, region, credentials(), seconds, new Date());
}

/** Sends a request, signed at this moment: a signature is good for minutes. */
async function sent({ unsigned, scope, credentials }: Prepared): Promise<Response> {
  const { method, url, body } = unsigned;
  const headers = await signedHeaders(unsigned, scope, credentials, new Date());
  // `fetch` refuses a body for GET, also an empty one.
  return fetch(url, { method, headers, ...body.length === 0 ? {} : { body: body as BodyInit } });
}

/** An environment variable that Lambda sets. */
function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`a function on AWS needs the environment variable ${name}`);
  return value;
}

/**
 * The address of a service or a bucket, without a slash at its end. `AWS_ENDPOINT_URL_SQS` or `AWS_ENDPOINT_URL` take the place of
 * AWS; servers there have buckets in paths.
 */
function endpointOf(service: Service, region: string, bucket: string | undefined): string {
  const own = process.env[`AWS_ENDPOINT_URL_${ENDPOINTS[service]}`] ?? process.env["AWS_ENDPOINT_URL"];
  if (own !== undefined) return `${own.replace(/\/+$/, "")}${bucket === undefined ? "" : `/${bucket}`}`;
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return `https://${bucket === undefined ? "" : `${bucket}.`}${service}.${region}.${domain}`;
}

async function errorOf(what: string, response: Response): Promise<AwsError> {
  const text = await response.text();
  const { code = `status ${response.status}`, message = "" } = text.startsWith("{") ? ofJson(text) : ofXml(text);
  return new AwsError(what, code, message, text);
}

interface Fault {
  code?: string | undefined;
  message?: string | undefined;
}

function ofJson(text: string): Fault {
  try {
    const { __type: type, Type, code, message, Message } = JSON.parse(text);
    // A type may have a namespace: `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException`.
    return { code: (type ?? code ?? Type)?.split("#").at(-1), message: message ?? Message };
  } catch {
    return {};
  }
}

function ofXml(text: string): Fault {
  return { code: elementOf(text, "Code"), message: elementOf(text, "Message") };
}

/** The text of the first element of a name; undefined if there is none. */
function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

declare const process: { readonly env: Record<string, string | undefined> };

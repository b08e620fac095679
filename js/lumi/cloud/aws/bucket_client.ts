// Buckets in functions: requests to S3. This code is a part of bundles.

import { defineClient } from "../../property/client.ts";
import type { BucketClient } from "../bucket.ts";
import { lifeOf } from "../signed_url.ts";
import { objectUrl, request } from "./request.ts";
import { encoded } from "./signer.ts";

/** UTF-8, at most. */
const MAX_KEY_BYTES = 1024;

export const bucketClient = defineClient({
  bindings: ["name"],
  create: ({ name: bucket }): BucketClient => {
    const object = async (key: string) => {
      const path = pathOf(bucket, key);
      const response = await request("s3", {
        method: "GET",
        bucket,
        path,
        expected: [404],
        operation: "GetObject",
      });
      return response.ok ? response : undefined;
    };
    return {
      async put(key, content) {
        const path = pathOf(bucket, key);
        await request("s3", { method: "PUT", bucket, path, body: content, operation: "PutObject" });
      },
      async get(key) {
        const response = await object(key);
        return response && new Uint8Array(await response.arrayBuffer());
      },
      async text(key) {
        return (await object(key))?.text();
      },
      async delete(key) {
        await request("s3", { method: "DELETE", bucket, path: pathOf(bucket, key), operation: "DeleteObject" });
      },
      async list(prefix = "") {
        const keys: string[] = [];
        for (let token: string | undefined = "", first = true; first || token !== undefined; first = false) {
          const query: Record<string, string> = { "encoding-type": "url", "list-type": "2", prefix };
          if (!first) query["continuation-token"] = token!;
          const path = `/?${Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`).join("&")}`;
          const response = await request("s3", { method: "GET", bucket, path, operation: "ListObjectsV2" });
          const page = await response.text();
          keys.push(...[...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => decodedKey(key!)));
          token = /<NextContinuationToken>([^<]*)</.exec(page)?.[1];
        }
        return keys;
      },
      downloadUrl: async (key, options) => objectUrl("GET", bucket, pathOf(bucket, key), lifeOf(key, options)),
      uploadUrl: async (key, options) => objectUrl("PUT", bucket, pathOf(bucket, key), lifeOf(key, options)),
    };
  },
});

/** The path of an object. Clients of HTTP resolve `.` and `..` in paths, so that such keys would be other ones. */
function pathOf(bucket: string, key: string): string {
  const size = new TextEncoder().encode(key).length;
  if (size < 1 || size > MAX_KEY_BYTES) {
    throw new RangeError(`a key of the bucket ${bucket} must have 1 to ${MAX_KEY_BYTES} bytes, but one has ${size}`);
  }
  const segments = key.split("/");
  if (segments.some((it) => it === "." || it === "..")) {
    throw new RangeError(
      `a key of the bucket ${bucket} must have no part "." or "..", but one is ${JSON.stringify(key)}`,
    );
  }
  return `/${segments.map(encoded).join("/")}`;
}

/** A key as S3 writes it in lists and events: encoded as in a form. */
export function decodedKey(key: string): string {
  return decodeURIComponent(key.replace(/\+/g, " "));
}

// A static web site: a bucket, who may read it, and an object for each file of `www`.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { getProject, getStack, interpolate, jsonStringify } from "lumi";
import * as aws from "lumi:aws";
import { contentType } from "./content_type.ts";

const folder = "www";

// A folder lists its files in any order; a plan should not.
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .sort();

// The names of buckets are unique in the world: AWS completes the prefix.
const bucket = new aws.S3Bucket("site", {
  bucketPrefix: `${getProject()}-${getStack()}-`,
});

const website = new aws.S3BucketWebsiteConfiguration("site", {
  bucket: bucket.id,
  indexDocument: { suffix: "index.html" },
  errorDocument: { key: "404.html" },
});

const publicAccess = new aws.S3BucketPublicAccessBlock("site", {
  bucket: bucket.id,
  blockPublicPolicy: false,
  restrictPublicBuckets: false,
});

new aws.S3BucketPolicy("site", {
  bucket: bucket.id,
  policy: jsonStringify({
    Version: "2012-10-17",
    Statement: [{
      Effect: "Allow",
      Principal: "*",
      Action: "s3:GetObject",
      Resource: interpolate`${bucket.arn}/*`,
    }],
  }),
}, { dependsOn: publicAccess });

// The provider reads files itself; when the hash of one changes, it uploads the file again.
for (const file of files) {
  const source = join(folder, file);
  new aws.S3Object(file, {
    bucket: bucket.id,
    key: file,
    source,
    sourceHash: createHash("sha256").update(readFileSync(source)).digest("hex"),
    contentType: contentType(file),
    cacheControl: file.endsWith(".html") ? "no-cache" : "max-age=86400",
  });
}

export const bucketName = bucket.id;
export const url = interpolate`http://${website.websiteEndpoint}/`;
export const objects = files.length;

// A static web site: a bucket, who may read it, and an object for each file of `www`.

import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { CustomResource, FileAsset, getStack, interpolate, jsonStringify } from "lumi";
import { contentType } from "./content_type.ts";

const folder = "www";

// A folder lists its files in any order; a plan should not.
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .sort();

const bucket = new CustomResource("aws:s3/bucket:Bucket", "site", {
  tags: { stack: getStack() },
});

const website = new CustomResource(
  "aws:s3/bucketWebsiteConfiguration:BucketWebsiteConfiguration",
  "site",
  {
    bucket: bucket.id,
    indexDocument: { suffix: "index.html" },
    errorDocument: { key: "404.html" },
  },
);

const publicAccess = new CustomResource("aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", "site", {
  bucket: bucket.id,
  blockPublicPolicy: false,
});

new CustomResource("aws:s3/bucketPolicy:BucketPolicy", "site", {
  bucket: bucket.id,
  policy: jsonStringify({
    Version: "2012-10-17",
    Statement: [{
      Effect: "Allow",
      Principal: "*",
      Action: "s3:GetObject",
      Resource: interpolate`arn:aws:s3:::${bucket.id}/*`,
    }],
  }),
}, { dependsOn: publicAccess });

// A FileAsset has the hash of its file: when the file changes, the object does.
for (const file of files) {
  new CustomResource("aws:s3/bucketObject:BucketObject", file, {
    bucket: bucket.id,
    key: file,
    source: new FileAsset(join(folder, file)),
    contentType: contentType(file),
    cacheControl: file.endsWith(".html") ? "no-cache" : "max-age=86400",
  });
}

export const bucketName = bucket.id;
export const url = interpolate`http://${website.websiteEndpoint}/`;
export const objects = files.length;

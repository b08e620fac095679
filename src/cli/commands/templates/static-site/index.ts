// A static web site: a bucket that serves the files of a folder.

import * as lumi from "lumi";

const bucket = new lumi.CustomResource<{ bucket: string }>("aws:s3/bucket:Bucket", "site", {
  tags: { stack: lumi.getStack() },
});

const website = new lumi.CustomResource<{ websiteEndpoint: string }>(
  "aws:s3/bucketWebsiteConfiguration:BucketWebsiteConfiguration",
  "site",
  {
    bucket: bucket.id,
    indexDocument: { suffix: "index.html" },
  },
);

for (const file of ["index.html"]) {
  new lumi.CustomResource("aws:s3/bucketObject:BucketObject", file, {
    bucket: bucket.id,
    key: file,
    contentType: "text/html",
    source: new lumi.FileAsset(`www/${file}`),
  });
}

export const bucketName = bucket.bucket;
export const url = lumi.interpolate`http://${website.websiteEndpoint}`;

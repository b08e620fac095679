import { getProject, getStack } from "lumi";
import * as aws from "lumi:aws";

const tags = { project: getProject(), stack: getStack() };

const bucket = new aws.S3Bucket("files", { bucketPrefix: `${getProject()}-`, tags });
new aws.S3BucketVersioning("files", {
  bucket: bucket.id,
  versioningConfiguration: { status: "Enabled" },
});
new aws.S3Object("hello", {
  bucket: bucket.id,
  key: "hello.txt",
  content: "Hello from Lumi.\n",
  contentType: "text/plain",
});

export const name = bucket.id;

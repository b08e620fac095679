// A function whose code, layer and data are files of the project. Each asset has a hash of its
// content in the graph, so a changed file is a changed resource.

import { CustomResource, interpolate, StringAsset } from "lumi";
import { code, languages, layer } from "./code.ts";
import schema from "./schema.sql" with { type: "text" };

const shared = new CustomResource("aws:lambda/layerVersion:LayerVersion", "shared", {
  layerName: "shared",
  code: layer,
});

const greeter = new CustomResource("aws:lambda/function:Function", "greeter", {
  runtime: "nodejs22.x",
  handler: "index.handler",
  layers: [shared.arn],
  code,
});

const bucket = new CustomResource("aws:s3/bucket:Bucket", "setup");

new CustomResource("aws:s3/bucketObject:BucketObject", "schema", {
  bucket: bucket.id,
  key: "schema.sql",
  contentType: "application/sql",
  source: new StringAsset(`-- Languages: ${languages.join(", ")}\n${schema}`),
});

export const functionArn = greeter.arn;
export const schemaUri = interpolate`s3://${bucket.id}/schema.sql`;
export { languages };

import { show } from "../show.mjs";
import { CreateBucketCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Readable } from "node:stream";

const client = new S3Client({ endpoint: process.env.AWS_SERVER, region: "eu-west-1", forcePathStyle: true, credentials: { accessKeyId: "a", secretAccessKey: "b" } });
const Bucket = `bucket-${process.hrtime.bigint()}`;
await client.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: "eu-west-1" } }));
const put = await client.send(new PutObjectCommand({ Bucket, Key: "a/ü.txt", Body: "Grüße", ContentType: "text/plain", Metadata: { k: "v" } }));
show(put.ETag);
await client.send(new PutObjectCommand({ Bucket, Key: "big", Body: Buffer.alloc(3_000_000, 1) }));
await client.send(new PutObjectCommand({ Bucket, Key: "stream", Body: Readable.from([Buffer.from("abc"), Buffer.from("def")]), ContentLength: 6 }));
const got = await client.send(new GetObjectCommand({ Bucket, Key: "a/ü.txt" }));
show(got.ContentType, got.Metadata, await got.Body.transformToString());
const big = await client.send(new GetObjectCommand({ Bucket, Key: "big" }));
show((await big.Body.transformToByteArray()).length);
show((await client.send(new ListObjectsV2Command({ Bucket }))).Contents.map((it) => [it.Key, it.Size]));
await client.send(new DeleteObjectCommand({ Bucket, Key: "big" }));
const failure = await client.send(new HeadObjectCommand({ Bucket, Key: "big" })).catch((error) => error);
show(failure.name, failure.$metadata.httpStatusCode);

// A small service: it fetches, keeps the original in a bucket, and what matters in a table.
import { show } from "../show.mjs";
import axios from "axios";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import pg from "pg";

const s3 = new S3Client({ endpoint: process.env.AWS_SERVER, region: "us-east-1", forcePathStyle: true, credentials: { accessKeyId: "a", secretAccessKey: "b" } });
const database = new pg.Pool({ connectionString: process.env.POSTGRES, max: 1 });
const Bucket = `originals-${process.hrtime.bigint()}`;
await s3.send(new CreateBucketCommand({ Bucket }));
await database.query("create temp table words (at serial primary key, word text, length int)");

async function keep(path) {
  const { data } = await axios.get(`${process.env.PEER}${path}`);
  const Key = `${path.slice(1)}.json`;
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(data), ContentType: "application/json" }));
  return Key;
}

const keys = await Promise.all(["/json", "/gzip"].map(keep));
for (const Key of keys) {
  const stored = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const text = await stored.Body.transformToString();
  await database.query("insert into words (word, length) values ($1, $2)", [Key, text.length]);
}
show((await database.query("select word, length from words order by at")).rows);
await database.end();

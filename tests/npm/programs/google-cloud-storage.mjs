import { show } from "../show.mjs";
import { Storage } from "@google-cloud/storage";

const storage = new Storage({ apiEndpoint: process.env.GCS, projectId: "test" });
const [bucket] = await storage.createBucket(`bucket-${process.hrtime.bigint()}`);
await bucket.file("a.txt").save("Grüße", { resumable: false, contentType: "text/plain", metadata: { metadata: { k: "v" } } });
show(String((await bucket.file("a.txt").download())[0]));
show((await bucket.file("a.txt").getMetadata())[0].contentType);
show((await bucket.getFiles())[0].map((it) => it.name), await bucket.file("none").exists());
const failure = await bucket.file("none").download().catch((error) => error);
show(failure.code);
await bucket.file("a.txt").delete();
await bucket.delete();

// The behaviours of `Bucket`.

import { Bucket, type BucketEvent, KVStore } from "lumi/cloud";
import { type Behaviours, equal, eventually, failing, fresh, optional } from "./checks.ts";

const bucket = new Bucket("objects");
const changes = new KVStore<string[]>("changes");

optional("Bucket: a function gets changes of objects", () => {
  bucket.subscribe("note-change", async ({ type, key }: BucketEvent) => {
    for (;;) {
      const entry = await changes.entry(key);
      if (await changes.setIf(key, entry?.version, [...entry?.value ?? [], type])) return;
    }
  });
});

export const buckets: Behaviours = {
  "bytes are read as they were put": async () => {
    const [key, bytes] = [fresh(), Uint8Array.of(0, 255, 10, 13, 128)];
    await bucket.put(key, bytes);
    equal([...(await bucket.get(key))!], [...bytes]);
  },
  "text is UTF-8": async () => {
    const key = fresh();
    await bucket.put(key, "\u00e9\u{1f600}");
    equal([await bucket.text(key), (await bucket.get(key))!.length], ["\u00e9\u{1f600}", 6]);
  },
  "an object may be empty": async () => {
    const key = fresh();
    await bucket.put(key, "");
    equal([await bucket.text(key), await bucket.list(key)], ["", [key]]);
  },
  "a key without an object answers undefined": async () => {
    equal([await bucket.get(fresh()), await bucket.text(fresh())], [undefined, undefined]);
  },
  "a deleted object is gone, and can be deleted again": async () => {
    const key = fresh();
    await bucket.put(key, "x");
    await bucket.delete(key);
    await bucket.delete(key);
    equal(await bucket.get(key), undefined);
  },
  "objects are listed by prefix": async () => {
    const prefix = fresh();
    for (const name of ["a b/1", "a b/2", "c"]) await bucket.put(`${prefix}/${name}`, "x");
    equal((await bucket.list(`${prefix}/a b/`)).sort(), [`${prefix}/a b/1`, `${prefix}/a b/2`]);
  },
  "a signed URL lets its holders read an object for a time": async () => {
    const key = `${fresh()}/a b+c`;
    await bucket.put(key, "\u00e9");
    const url = await bucket.downloadUrl(key, { seconds: 60 });
    equal(await (await fetch(url)).text(), "\u00e9");
    equal((await fetch(url, { method: "PUT", body: "x" })).status, 403);
    equal((await fetch(url.replace("b%2Bc", "b%2Bd"))).status, 403);
    equal(await failing(() => bucket.downloadUrl(key, { seconds: 0 })) !== "", true);
  },
  "a signed URL lets its holders write an object for a time": async () => {
    const key = fresh();
    const url = await bucket.uploadUrl(key);
    const put = await fetch(url, { method: "PUT", body: "written" });
    equal([put.ok, await bucket.text(key)], [true, "written"]);
    equal((await fetch(url)).status, 403);
    const short = await bucket.uploadUrl(key, { seconds: 1 });
    await eventually(async () => (await fetch(short, { method: "PUT", body: "late" })).ok ? undefined : true);
  },
  "a function gets changes of objects": async () => {
    const key = `${fresh()}/a b+c`;
    await bucket.put(key, "x");
    const noted = () => changes.get(key);
    await eventually(noted);
    await bucket.delete(key);
    const seen = await eventually(async () => {
      const all = await noted();
      return all?.includes("delete") ? all : undefined;
    });
    equal(seen.includes("put"), true);
  },
};

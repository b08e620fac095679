// The behaviours of `KVStore`.

import { KVStore } from "lumi/cloud";
import { type Behaviours, equal, eventually, fresh, pause } from "./checks.ts";

interface Stored {
  n: number;
}

const store = new KVStore<Stored>("store");
const others = new KVStore<Stored>("others");

export const stores: Behaviours = {
  "a value is read as it was set": async () => {
    const key = fresh();
    await store.set(key, { n: 1 });
    await store.set(key, { n: 2 });
    equal(await store.get(key), { n: 2 });
  },
  "a key without a value answers undefined": async () => {
    equal([await store.get(fresh()), await store.entry(fresh())], [undefined, undefined]);
  },
  "keys may have any characters": async () => {
    const key = `${fresh()}/../a b?c=d&e#f%2F\u00e9\u{1f600}`;
    await store.set(key, { n: 1 });
    equal([await store.get(key), await store.keys(key)], [{ n: 1 }, [key]]);
  },
  "a deleted value is gone, and can be deleted again": async () => {
    const key = fresh();
    await store.set(key, { n: 1 });
    await store.delete(key);
    await store.delete(key);
    equal(await store.get(key), undefined);
  },
  "keys are listed by prefix": async () => {
    const prefix = fresh();
    for (const name of ["a/1", "a/2", "b"]) await store.set(`${prefix}/${name}`, { n: 1 });
    const keys = await store.keys(`${prefix}/a/`);
    equal(keys.sort(), [`${prefix}/a/1`, `${prefix}/a/2`]);
    equal(await store.keys(fresh()), []);
  },
  "values are listed by prefix": async () => {
    const prefix = fresh();
    for (const n of [1, 2]) await store.set(`${prefix}/${n}`, { n });
    const values = await store.values(prefix);
    equal(values.map((it) => it.n).sort(), [1, 2]);
  },
  "stores are separate": async () => {
    const key = fresh();
    await store.set(key, { n: 1 });
    equal(await others.get(key), undefined);
  },
  "a conditional write needs the version that was read": async () => {
    const key = fresh();
    await store.set(key, { n: 1 });
    const { version } = (await store.entry(key))!;
    equal(await store.setIf(key, version, { n: 2 }), true);
    equal(await store.setIf(key, version, { n: 3 }), false);
    equal(await store.get(key), { n: 2 });
  },
  "a conditional write may need that there is no value": async () => {
    const key = fresh();
    equal(await store.setIf(key, undefined, { n: 1 }), true);
    equal(await store.setIf(key, undefined, { n: 2 }), false);
    equal(await store.get(key), { n: 1 });
  },
  "of concurrent conditional writes, one succeeds": async () => {
    const key = fresh();
    const writes = [1, 2, 3, 4, 5].map((n) => store.setIf(key, undefined, { n }));
    equal((await Promise.all(writes)).filter((it) => it).length, 1);
  },
  "a counter of conditional writes loses nothing": async () => {
    const key = fresh();
    const add = async () => {
      for (;;) {
        const entry = await store.entry(key);
        if (await store.setIf(key, entry?.version, { n: (entry?.value.n ?? 0) + 1 })) return;
      }
    };
    await Promise.all([add(), add(), add(), add()]);
    equal(await store.get(key), { n: 4 });
  },
  "a value is gone after its time": async () => {
    const key = fresh();
    await store.set(key, { n: 1 }, { ttl: 600 });
    equal(await store.get(key), { n: 1 });
    await store.set(key, { n: 1 }, { ttl: 0.2 });
    await eventually(async () => (await store.get(key)) === undefined ? true : undefined);
    equal([await store.keys(key), await store.setIf(key, undefined, { n: 2 })], [[], true]);
  },
  "a value without a time stays": async () => {
    const key = fresh();
    await store.set(key, { n: 1 }, { ttl: 0.2 });
    await store.set(key, { n: 2 });
    await pause(400);
    equal(await store.get(key), { n: 2 });
  },
};

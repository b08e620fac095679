// The target `local`: the platform of `lumi closure serve` on this machine.

import { defineTarget } from "../target.ts";
import { ValueSecret } from "../value_secret.ts";
import { LocalBucket } from "./bucket.ts";
import { LocalDatabase } from "./database.ts";
import { LocalFunction } from "./function.ts";
import { LocalKVStore } from "./kv_store.ts";
import { LocalQueue } from "./queue.ts";
import { LocalRouter } from "./router.ts";
import { LocalSchedule } from "./schedule.ts";
import { LocalDaemon, LocalService } from "./service_process.ts";
import { LocalSite } from "./site.ts";
import { LocalTopic } from "./topic.ts";

export function defineLocalTarget(): void {
  defineTarget("local", {
    Bucket: LocalBucket,
    Daemon: LocalDaemon,
    Database: LocalDatabase,
    Function: LocalFunction,
    KVStore: LocalKVStore,
    Queue: LocalQueue,
    Router: LocalRouter,
    Schedule: LocalSchedule,
    Secret: ValueSecret,
    Service: LocalService,
    Site: LocalSite,
    Topic: LocalTopic,
  });
}

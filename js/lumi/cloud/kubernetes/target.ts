// The target `kubernetes`: pods of lumi, NATS for messages and values, any server of S3 for objects.

import { defineTarget } from "../target.ts";
import { ValueSecret } from "../value_secret.ts";
import { KubernetesBucket } from "./bucket.ts";
import { KubernetesDaemon } from "./program/daemon.ts";
import { KubernetesDatabase } from "./database.ts";
import { KubernetesFunction } from "./function.ts";
import { KubernetesKVStore } from "./kv_store.ts";
import { KubernetesQueue } from "./queue.ts";
import { KubernetesRouter } from "./router.ts";
import { KubernetesSchedule } from "./schedule.ts";
import { KubernetesService } from "./program/service.ts";
import { KubernetesSite } from "./site.ts";
import { KubernetesTopic } from "./topic.ts";

export function defineKubernetesTarget(): void {
  defineTarget("kubernetes", {
    Bucket: KubernetesBucket,
    Daemon: KubernetesDaemon,
    Database: KubernetesDatabase,
    Function: KubernetesFunction,
    KVStore: KubernetesKVStore,
    Queue: KubernetesQueue,
    Router: KubernetesRouter,
    Schedule: KubernetesSchedule,
    Secret: ValueSecret,
    Service: KubernetesService,
    Site: KubernetesSite,
    Topic: KubernetesTopic,
  });
}

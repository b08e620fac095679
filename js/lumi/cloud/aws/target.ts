// The target `aws`: Lambda and the services around it, by Terraform's provider.

import { defineTarget } from "../target.ts";
import { AwsBucket } from "./bucket.ts";
import { AwsDatabase } from "./database.ts";
import { AwsFunction } from "./function.ts";
import { AwsKVStore } from "./kv_store.ts";
import { AwsQueue } from "./queue.ts";
import { AwsRouter } from "./router.ts";
import { AwsSchedule } from "./schedule.ts";
import { AwsSecret } from "./secret.ts";
import { AwsService } from "./service/service.ts";
import { AwsSite } from "./site.ts";
import { AwsTopic } from "./topic.ts";

export function defineAwsTarget(): void {
  defineTarget("aws", {
    Bucket: AwsBucket,
    Database: AwsDatabase,
    Function: AwsFunction,
    KVStore: AwsKVStore,
    Queue: AwsQueue,
    Router: AwsRouter,
    Schedule: AwsSchedule,
    Secret: AwsSecret,
    Service: AwsService,
    Site: AwsSite,
    Topic: AwsTopic,
  });
}

// lumi/cloud: components of applications, and the contract by which targets make them real.

import { ComposedEvents } from "./cloud/events.ts";
import { defineAwsTarget } from "./cloud/aws/target.ts";
import { defineKubernetesTarget } from "./cloud/kubernetes/target.ts";
import { defineLocalTarget } from "./cloud/local/target.ts";
import { ComposedRpc } from "./cloud/rpc.ts";
import { defineComposed } from "./cloud/target.ts";

export { Bucket, type BucketClient, type BucketEvent, type SignedUrlOptions } from "./cloud/bucket.ts";
export type { CloudEvent } from "./cloud/cloud_event.ts";
export { Component, onlyInFunctions } from "./cloud/component.ts";
export type {
  Components,
  ComponentSpec,
  DatabaseSpec,
  Delivery,
  FunctionArgs,
  FunctionCode,
  FunctionNeeds,
  FunctionSpec,
  Grant,
  GrantedPermission,
  HttpEvent,
  HttpReply,
  Infra,
  InfraClass,
  Migration,
  Permission,
  ProgramSpec,
  QueueInfra,
  QueueSpec,
  Resilience,
  Route,
  RouteHandler,
  RouteMatch,
  RouterInfra,
  RouterInfraClass,
  ScheduleInfraClass,
  ScheduleSpec,
  SecretSpec,
  ServiceSpec,
  SiteFile,
  SiteSpec,
  Socket,
  SubscribedInfra,
  Subscription,
  Tick,
  WebSocketHandlers,
} from "./cloud/contract.ts";
export { databaseClient } from "./cloud/database/client.ts";
export {
  Database,
  type DatabaseArgs,
  type DatabaseClient,
  type Sql,
  type SqlValue,
} from "./cloud/database/database.ts";
export { type DatabaseSetup, removeDatabase, setUpDatabase } from "./cloud/database/setup.ts";
export { Daemon, type DaemonArgs } from "./cloud/program/daemon.ts";
export {
  type EventOf,
  Events,
  type EventsArgs,
  type EventsClient,
  type PublishOptions,
  type WebhookArgs,
} from "./cloud/events.ts";
export { eventFunction, type EventFunctionArgs, Function, type FunctionClient } from "./cloud/function.ts";
export {
  type FetchHandler,
  type HttpAnswer,
  HttpError,
  type HttpHandler,
  type HttpRequest,
  type PathParams,
  type SocketHandlers,
} from "./cloud/http.ts";
export { type KVEntry, KVStore, type KVStoreClient, type SetOptions } from "./cloud/kv_store.ts";
export { MAX_DELAY_SECONDS, MAX_MESSAGE_BYTES } from "./cloud/message.ts";
export {
  type DeadLetter,
  type PushOptions,
  Queue,
  type QueueArgs,
  type QueueClient,
  type SubscribeArgs,
} from "./cloud/queue.ts";
export type { ProgramArgs } from "./cloud/program/program.ts";
export { Router, type RouterArgs, type RouterClient } from "./cloud/router.ts";
export { Rpc, type RpcArgs, type RpcClient } from "./cloud/rpc.ts";
export { Schedule, type ScheduleArgs } from "./cloud/schedule.ts";
export { Secret, type SecretArgs, type SecretClient } from "./cloud/secret.ts";
export { Service, type ServiceArgs, type ServiceClient } from "./cloud/program/service.ts";
export { Site, type SiteArgs, type SiteClient } from "./cloud/site/site.ts";
export { defineTarget } from "./cloud/target.ts";
export {
  type ActiveSpan,
  log,
  metric,
  span,
  type TelemetryAttributes,
  type TelemetryRuntime,
  traceparent,
} from "./cloud/telemetry.ts";
export { Topic, type TopicClient } from "./cloud/topic.ts";

defineComposed("Events", ComposedEvents);
defineComposed("Rpc", ComposedRpc);
defineLocalTarget();
defineAwsTarget();
defineKubernetesTarget();

// A platform on this machine, as components. `lumi closure serve` runs what they describe.

export { Bucket } from "./bucket.ts";
export { Function, type FunctionArgs } from "./function.ts";
export { KVStore } from "./kv_store.ts";
export { folder } from "./place.ts";
export { type Delivery, Queue } from "./queue.ts";
export { type HttpAnswer, HttpError, type HttpRequest, Router } from "./router.ts";
export { Schedule, type ScheduleArgs, type Tick } from "./schedule.ts";

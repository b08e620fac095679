// The behaviours of traces, by component.

import { Bucket, Function, KVStore, Queue, Topic, traceparent } from "lumi/cloud";
import { type Behaviours, equal, eventually, fresh, optional } from "./checks.ts";

/** The trace of the span that is current. */
const trace = () => traceparent()?.split("-")[1];
const traces = new KVStore<string>("traces");

/** Waits for the trace of the work that a run has caused, which must be this one. */
async function followed(run: string): Promise<void> {
  const [current, found] = [trace(), await eventually(() => traces.get(run))];
  equal([typeof current, found], ["string", current]);
}

const traced = new Function("traced", () => trace());
const tracedJobs = new Queue<string>("traced-jobs");
tracedJobs.subscribe("trace-job", (run) => traces.set(run, trace() ?? "none"));
const tracedNews = new Topic<string>("traced-news");
tracedNews.subscribe("trace-news", (run) => traces.set(run, trace() ?? "none"));
const tracedObjects = new Bucket("traced-objects");
optional("Bucket: a change has the trace of its cause", () => {
  tracedObjects.subscribe("trace-object", ({ key }) => traces.set(key, trace() ?? "none"));
});

export const functionTraces: Behaviours = {
  "a call has the trace of its caller": async () => {
    equal([typeof trace(), await traced.call()], ["string", trace()]);
  },
};

export const queueTraces: Behaviours = {
  "a message has the trace of its sender": async () => {
    const run = fresh();
    await tracedJobs.push(run);
    await followed(run);
  },
};

export const topicTraces: Behaviours = {
  "a message has the trace of its sender": async () => {
    const run = fresh();
    await tracedNews.publish(run);
    await followed(run);
  },
};

export const bucketTraces: Behaviours = {
  "a change has the trace of its cause": async () => {
    const run = fresh();
    await tracedObjects.put(run, "x");
    await followed(run);
  },
};

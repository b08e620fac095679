// The owner of the pods of a function: a Deployment, or a CronJob for a schedule.

import { derive } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { Facts, ScheduleSettings } from "./function_facts.ts";
import { CALL_TOKEN, SUBSCRIBER_TOKEN, subscriberName } from "./function_secrets.ts";
import { labelsOf, object, selectorOf } from "./manifest.ts";
import { PORT, serviceHost } from "./names.ts";
import { NATS_CLIENT, natsAddress } from "./nats_server.ts";
import { usingLabels } from "./network_policy.ts";
import type { Uses } from "./permissions.ts";
import { container, FUNCTIONS, mount, POD, probe, SECRETS, secretVariable, variable } from "./pods.ts";
import { callOnTime } from "./tick.ts";
import { takeMessages } from "./nats/subscriber.ts";
import { tool, toolContainer, toolVolume } from "./tools.ts";

/** The objects that a pod reads, by names or texts that change with them. */
export interface PodVersions {
  readonly configMap: Property<string>;
  readonly secrets: Property<string>;
}

/** Seconds of a call, and those that the platform takes to stop besides. */
const TIMEOUT = 30;
const STOPPING = 10;
/** Seconds for which a call that could not begin in time is made up for. */
const STARTING_DEADLINE = 3600;
const PLATFORM = `127.0.0.1:${PORT}`;

export function workloadOf(facts: Facts, versions: PodVersions, dependsOn: unknown): void {
  const { id, name, schedule, spec: { component } } = facts;
  if (schedule !== undefined) {
    object("CronJob", name, { objectName: id, spec: cronOf(facts, schedule, versions) }, component, dependsOn);
    return;
  }
  const spec = {
    replicas: 1,
    selector: { matchLabels: selectorOf(id, "function") },
    template: templateOf(facts, versions, { containers: [platformOf(facts), ...subscriberOf(facts)] }),
  };
  object("Deployment", name, { objectName: id, spec }, component, dependsOn);
}

/** A job for each time: the platform of the function runs beside a process that makes one call. */
function cronOf(facts: Facts, { cron, expression }: ScheduleSettings, versions: PodVersions): object {
  const { id, name } = facts;
  const caller = toolContainer(tickTool(), [PLATFORM], [
    variable("LUMI_CRON", cron),
    variable("LUMI_FUNCTION", name),
    variable("LUMI_PLATFORM_URL", `http://${PLATFORM}`),
    // The name of a job ends with the minute that it is for.
    { name: "LUMI_JOB", valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-name']" } } },
    secretVariable("LUMI_CALL_TOKEN", id, CALL_TOKEN),
  ]);
  const sidecar = { ...platformOf(facts), restartPolicy: "Always" };
  const template = templateOf(facts, versions, {
    restartPolicy: "Never",
    initContainers: [sidecar],
    containers: [caller],
  });
  return {
    schedule: expression,
    timeZone: "Etc/UTC",
    concurrencyPolicy: "Allow",
    startingDeadlineSeconds: STARTING_DEADLINE,
    successfulJobsHistoryLimit: 1,
    failedJobsHistoryLimit: 3,
    jobTemplate: {
      spec: {
        // The platform repeats calls that fail, so Kubernetes must not. It replaces only pods whose machine is drained.
        backoffLimit: 0,
        podFailurePolicy: { rules: [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }] },
        template,
      },
    },
  };
}

const tickTool = () => tool("tick", callOnTime);
const subscriberTool = () => tool("subscriber", takeMessages);

/** The template of pods; `members` are those of the specification that differ. */
function templateOf(facts: Facts, { configMap, secrets }: PodVersions, members: object): object {
  const { id, spec: { resilience: { timeout = TIMEOUT } }, uses, subscription, schedule } = facts;
  const labels = derive(uses, (uses: Uses) => ({
    ...labelsOf(id, "function"),
    ...usingLabels(uses),
    ...subscription !== undefined ? NATS_CLIENT : {},
  }));
  const tools = [
    ...schedule === undefined ? [] : [tickTool()],
    ...subscription === undefined ? [] : [subscriberTool()],
  ];
  return {
    // Other secrets are other pods.
    metadata: { labels, annotations: { "lumi/secrets": secrets } },
    spec: {
      ...POD,
      serviceAccountName: id,
      terminationGracePeriodSeconds: Math.ceil(timeout) + STOPPING,
      ...members,
      volumes: [
        { name: "data", emptyDir: {} },
        { name: "code", configMap: { name: configMap } },
        { name: "secrets", secret: { secretName: id, items: [keyFile(CALL_TOKEN), keyFile("environment.json")] } },
        ...tools.map(toolVolume),
      ],
    },
  };
}

const keyFile = (key: string) => ({ key, path: key });

/** The platform that runs the function. */
function platformOf({ id, name, triggers }: Facts): object {
  const isPublic = triggers !== undefined;
  return container({
    name: "function",
    args: [
      "closure",
      "serve",
      FUNCTIONS,
      "--host=0.0.0.0",
      `--port=${PORT}`,
      // A Gateway checks the hosts of routers; others call functions by their service.
      `--allow-host=${isPublic ? "*" : serviceHost(id)}`,
      "--errors=hidden",
      `--caller-token=${SECRETS}/${CALL_TOKEN}`,
    ],
    ports: [{ name: "http", containerPort: PORT }],
    startupProbe: probe(isPublic, { periodSeconds: 1, failureThreshold: 60 }),
    readinessProbe: probe(isPublic, { periodSeconds: 5 }),
    livenessProbe: probe(isPublic, { periodSeconds: 20, failureThreshold: 6 }),
    volumeMounts: [mount("data", FUNCTIONS), mount("code", `${FUNCTIONS}/${name}`), mount("secrets", SECRETS)],
  });
}

/** The process that takes messages for the function, if it gets some. */
function subscriberOf({ id, name, subscription }: Facts): object[] {
  if (subscription === undefined) return [];
  const settings = { ...subscription, function: name, url: `http://${PLATFORM}` };
  return [toolContainer(subscriberTool(), [PLATFORM, natsAddress()], [
    variable("LUMI_SUBSCRIPTION", JSON.stringify(settings)),
    variable("LUMI_NATS", natsAddress()),
    variable("LUMI_NATS_USER", subscriberName(id)),
    secretVariable("LUMI_NATS_TOKEN", id, SUBSCRIBER_TOKEN),
    secretVariable("LUMI_CALL_TOKEN", id, CALL_TOKEN),
  ])];
}

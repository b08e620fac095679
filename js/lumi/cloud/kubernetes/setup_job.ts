// Jobs that make something ready for functions, such as streams and buckets.

import { derive } from "../../property/combinators.ts";
import type { Input } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { labelsOf, namespace, object } from "./manifest.ts";
import { contentHash, objectName } from "./names.ts";
import { POD } from "./pods.ts";
import { type Tool, toolContainer, toolVolume } from "./tools.ts";

/** The number of times that a job is tried, with growing pauses. */
const ATTEMPTS = 10;

export interface JobParts {
  readonly tool: Tool;
  /** The hosts that it talks to. */
  readonly net: readonly string[];
  readonly env: readonly object[];
  /** Variables that it reads besides those of Lumi. */
  readonly open?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  /** A text that changes with the work. */
  readonly version: Input<string>;
  readonly dependsOn: readonly Resource[];
}

/** A job runs once. Other work, or other code for it, is another job. */
export function setupJob(name: string, parts: JobParts, parent: Resource): Resource {
  const { tool, net, env, open, labels = {}, version, dependsOn } = parts;
  const hash = derive([version, tool.configMap], (it) => contentHash(it));
  const spec = {
    backoffLimit: ATTEMPTS,
    template: {
      metadata: { labels: { ...labelsOf(name, "setup"), ...labels } },
      spec: {
        ...POD,
        restartPolicy: "OnFailure",
        containers: [toolContainer(tool, net, env, open)],
        volumes: [toolVolume(tool)],
      },
    },
  };
  const jobName = derive(hash, (it) => `${objectName(name, 50)}-${it}`);
  return object("Job", name, { objectName: jobName, spec }, parent, [namespace(), ...dependsOn]);
}

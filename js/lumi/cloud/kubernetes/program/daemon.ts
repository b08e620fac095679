// Daemons on Kubernetes: a DaemonSet of an image of the program.

import type { Infra, ProgramSpec } from "../../contract.ts";
import { object } from "../manifest.ts";
import { objectName } from "../names.ts";
import { podsOf, type PodTemplate, requireImage } from "./program.ts";

export class KubernetesDaemon implements Infra {
  readonly outputs: { name: string };

  constructor(spec: ProgramSpec) {
    const { name, component } = spec;
    requireImage(`the Daemon "${name}"`, spec);
    // Functions and services may have the same name.
    const id = objectName(`daemon-${name}`);
    this.outputs = { name: id };
    const { selector, template, dependsOn } = podsOf({ spec, id, role: "daemon", ingress: [], container: { env: [] } });
    object("DaemonSet", name, { objectName: id, spec: { selector, template: onEachMachine(template) } }, component,
      dependsOn);
  }
}

/** Pods that also run on machines which others are kept from, such as those of the control plane. */
function onEachMachine({ metadata, spec }: PodTemplate): PodTemplate {
  return { metadata, spec: { ...spec, tolerations: [{ operator: "Exists" }] } };
}

// The objects of a program in an image: its account, its variables, its policy of the network, and the template of its pods.

import { derive, unsecret } from "../../../property/combinators.ts";
import type { Property } from "../../../property/property_types.ts";
import type { Resource } from "../../../resource/resource.ts";
import { Password } from "../../../std/random.ts";
import type { ProgramSpec } from "../../contract.ts";
import { openVariables } from "../function_code.ts";
import { keyedHash, secretVariables } from "../function_secrets.ts";
import { labelsOf, namespace, object, type Role, selectorOf } from "../manifest.ts";
import { egressOf, usingLabels } from "../network_policy.ts";
import { type Allowed, type Uses, usesOf } from "../permissions.ts";

/** The facts about a program that its objects are made of. */
export interface ProgramFacts {
  readonly spec: ProgramSpec;
  /** The name of the objects, and of the user of NATS. */
  readonly id: string;
  readonly role: Role;
  /** The rules of the network for those who reach its pods. */
  readonly ingress: readonly object[];
  /** Members of the container besides its image and its command. */
  readonly container: { readonly env: readonly object[]; readonly [member: string]: unknown };
}

/** The template of pods. */
export interface PodTemplate {
  readonly metadata: object;
  readonly spec: object;
}

/** The parts of an object that owns pods. */
export interface ProgramPods {
  readonly selector: object;
  readonly template: PodTemplate;
  readonly dependsOn: readonly Resource[];
}

export function podsOf(facts: ProgramFacts): ProgramPods {
  const { spec: { name, component, environment, permissions, net, links }, id, role, ingress } = facts;
  const uses = derive(permissions, (all: Allowed[]) => usesOf(id, all)) as unknown as Property<Uses>;
  const named = { objectName: id };
  const selector = selectorOf(id, role);
  const account = object("ServiceAccount", name, { ...named, automountServiceAccountToken: false }, component);
  type Values = [Record<string, string>, Uses];
  const stringData = derive([environment, uses], ([own, uses]: Values) => ({
    ...own,
    ...openVariables(id, uses),
    ...secretVariables(id, uses),
  }));
  const secret = object("Secret", name, { ...named, stringData }, component);
  object("NetworkPolicy", name, {
    ...named,
    spec: derive(uses, (uses: Uses) => ({
      podSelector: { matchLabels: selector },
      policyTypes: ["Ingress", "Egress"],
      ingress: [...ingress],
      egress: egressOf(uses, net),
    })),
  }, component);
  return {
    selector: { matchLabels: selector },
    template: templateOf(facts, uses, stringData),
    dependsOn: [namespace(), account, secret, ...links],
  };
}

function templateOf(
  { spec, id, role, container }: ProgramFacts,
  uses: Property<Uses>,
  variables: unknown,
): PodTemplate {
  const { name, component, image, command, grace } = spec;
  // Tells that variables have changed, and nothing of them.
  const { result: key } = new Password(`${name}.key`, { length: 40, special: false }, { parent: component });
  const version = unsecret(derive([key, variables], ([key, content]: [string, object]) => keyedHash(key, content)));
  return {
    metadata: {
      labels: derive(uses, (uses: Uses) => ({ ...labelsOf(id, role), ...usingLabels(uses) })),
      annotations: { "lumi/secrets": version },
    },
    spec: {
      serviceAccountName: id,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: Math.ceil(grace),
      containers: [{
        name: role,
        image,
        ...command === undefined ? {} : { command },
        envFrom: [{ secretRef: { name: id } }],
        resources: { requests: { cpu: "50m", memory: "64Mi" } },
        // The user is that of the image.
        securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
        ...container,
      }],
    },
  };
}

/** Refuses a program without an image; `what` has it, such as `the Service "api"`. */
export function requireImage(what: string, { image }: ProgramSpec): void {
  if (image !== undefined) return;
  throw new TypeError(`the target "kubernetes" runs images: ${what} needs an \`image\` that has its program`);
}

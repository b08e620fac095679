// Policies of IAM.

import type { Input, Property } from "../../property/property_types.ts";
import { jsonStringify } from "../../property/combinators.ts";

/** Actions on a thing that exists. */
export interface Allowed {
  readonly actions: readonly string[];
  readonly resource: string;
}

/** Characters of all policies of a role together. */
const MAX_POLICY = 10_240;

/** The policy that allows actions on resources, in an order that follows from them alone. */
function policyOf(permissions: readonly Allowed[]): object {
  const byResource = new Map<string, Set<string>>();
  for (const { actions, resource } of permissions) {
    const known = byResource.get(resource) ?? new Set();
    for (const action of actions) known.add(action);
    byResource.set(resource, known);
  }
  // Resources with the same actions share a statement.
  const byActions = new Map<string, string[]>();
  for (const [resource, actions] of byResource) {
    const key = [...actions].sort().join(" ");
    byActions.set(key, [...byActions.get(key) ?? [], resource]);
  }
  const statements = [...byActions].sort(([left], [right]) => left < right ? -1 : 1).map(([actions, resources]) => ({
    Effect: "Allow",
    Action: actions.split(" "),
    Resource: resources.sort(),
  }));
  return { Version: "2012-10-17", Statement: statements };
}

/** The text of a policy, which the role of `what`, such as `the function f`, must have room for. */
export function policyText(what: string, permissions: readonly Allowed[]): string {
  const text = JSON.stringify(policyOf(permissions));
  if (text.length <= MAX_POLICY) return text;
  throw new RangeError(
    `the permissions of ${what} have ${text.length} characters, but a role of AWS has at most ${MAX_POLICY}; make ` +
      "several of it",
  );
}

/** The permissions to pull an image, if it is in a registry of AWS. */
export function pulling(image: string): Allowed[] {
  const parts = /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(\.cn)?\/([^:@]+)/.exec(image);
  if (parts === null) return [];
  const [, account, region, isChina, repository] = parts;
  const partition = isChina === undefined ? "aws" : "aws-cn";
  return [
    { actions: ["ecr:GetAuthorizationToken"], resource: "*" },
    {
      actions: ["ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"],
      resource: `arn:${partition}:ecr:${region}:${account}:repository/${repository}`,
    },
  ];
}

/** The policy that lets a service of AWS take a role; `condition` says for whom. */
export function trust(service: string, condition?: Record<string, Record<string, Input<string>>>): Property<string> {
  return jsonStringify({
    Version: "2012-10-17",
    Statement: [{
      Effect: "Allow",
      Principal: { Service: service },
      Action: "sts:AssumeRole",
      ...condition === undefined ? {} : { Condition: condition },
    }],
  });
}

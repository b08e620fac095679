// Permissions of functions: subjects of NATS for users, and pods that may be reached.

import type { NatsPermissions } from "./nats/jwt.ts";

/** Actions on a thing that exists. */
export interface Allowed {
  readonly actions: readonly string[];
  readonly resource: string;
}

/** The subjects of NATS that each action publishes to. */
const SUBJECTS: Readonly<Record<string, (name: string) => string[]>> = {
  "queues:push": (it) => [`queue.${it}.>`],
  "topics:publish": (it) => [`topic.${it}`],
  "kv:get": (it) => [`$JS.API.STREAM.MSG.GET.kv-${it}`],
  "kv:put": (it) => [`kv.${it}.>`],
  "kv:delete": (it) => [`$JS.API.STREAM.PURGE.kv-${it}`],
  "kv:list": (it) => [`$JS.API.STREAM.INFO.kv-${it}`, `$JS.API.STREAM.MSG.GET.kv-${it}`],
  "nats:publish": (it) => [it],
};

/** Actions that reach the pods of a function, of which `resource` is the name. */
const REACHING = ["functions:call", "routers:connect", "routers:fetch"];
/** The action that reaches the pods of a service, of which `resource` is the name and the port. */
const OF_SERVICES = "services:fetch";
/** The action that reaches the pod of a database, of which `resource` is the name and the port, and the one for a server outside. */
const OF_DATABASES = "databases:connect";
const OUTSIDE = "databases:reach";
/** Actions that need no more than a value that the function has. */
const HELD = ["buckets:get", "buckets:put", "buckets:delete", "buckets:list", "secrets:read"];
/** Permissions for the machine, which the platform of a pod enforces. */
const OF_MACHINE = ["read", "write", "run"] as const;

/** The pods of a service or a database that a function reaches. */
export interface ReachedPods {
  /** The name of its objects. */
  readonly id: string;
  /** The port of its pods. */
  readonly port: number;
}

/** The resource of a permission for pods. */
export const podsResource = ({ id, port }: ReachedPods) => `${id}:${port}`;

function reachedPods(resource: string): ReachedPods {
  const [id, port] = resource.split(":") as [string, string];
  return { id, port: Number(port) };
}

/** The things that a function may do. */
export interface Uses {
  readonly nats: NatsPermissions;
  /** The names of functions whose pods it reaches. */
  readonly reached: readonly string[];
  readonly services: readonly ReachedPods[];
  readonly databases: readonly ReachedPods[];
  /** The hosts and ports of servers outside of the stack. */
  readonly outside: readonly string[];
  readonly usesBuckets: boolean;
  readonly machine: Readonly<Record<string, readonly string[]>>;
}

/** The meaning of permissions on Kubernetes; `user` is the name of the user in NATS. */
export function usesOf(user: string, permissions: readonly Allowed[]): Uses {
  const [publish, reached, services] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [databases, outside] = [new Set<string>(), new Set<string>()];
  const machine: Record<string, Set<string>> = {};
  let usesBuckets = false;
  for (const { actions, resource } of permissions) {
    for (const action of actions) {
      for (const subject of SUBJECTS[action]?.(resource) ?? []) publish.add(subject);
      if (REACHING.includes(action)) reached.add(resource);
      if (action === OF_SERVICES) services.add(resource);
      if (action === OF_DATABASES) databases.add(resource);
      if (action === OUTSIDE) outside.add(resource);
      if (OF_MACHINE.some((it) => it === action)) (machine[action] ??= new Set()).add(resource);
      usesBuckets ||= action.startsWith("buckets:");
      if (!isKnown(action)) {
        throw new TypeError(`the target "kubernetes" has no permission \`${action}\`; it has ${known()}`);
      }
    }
  }
  return {
    nats: { publish: [...publish].sort(), subscribe: publish.size === 0 ? [] : [`_INBOX.${user}.>`] },
    reached: [...reached].sort(),
    services: [...services].sort().map(reachedPods),
    databases: [...databases].sort().map(reachedPods),
    outside: [...outside].sort(),
    usesBuckets,
    machine: Object.fromEntries(Object.entries(machine).map(([name, values]) => [name, [...values].sort()])),
  };
}

const all = () => [...Object.keys(SUBJECTS), ...REACHING, OF_SERVICES, OF_DATABASES, OUTSIDE, ...HELD, ...OF_MACHINE];
const isKnown = (action: string) => all().includes(action);
const known = () => all().sort().join(", ");

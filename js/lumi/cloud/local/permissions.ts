// Permissions in the words of the platform: `SERVICE:ACTION` for its services, `net`, `read`, `write` and `run` for the machine.

/** As function.json has them: lists by service and name, or a list of the machine's items. */
export type Permissions = Record<string, string[] | Record<string, string[]>>;

/** Members of function.json that are lists. */
const OF_MACHINE = ["net", "read", "write", "run"];
/** Services whose members function.json has. */
const SERVICES = ["kv", "buckets", "queues", "functions", "services"];

/** Actions on a thing that exists. */
export interface Allowed {
  readonly actions: readonly string[];
  readonly resource: string;
}

export function permissionsOf(
  permissions: readonly Allowed[],
  net: readonly string[],
  read: readonly string[],
): Permissions {
  const all: Permissions = { net: [...net], read: [...read] };
  for (const { actions, resource } of permissions) {
    for (const action of actions) add(all, action, resource);
  }
  return all;
}

function add(all: Permissions, action: string, resource: string): void {
  const [service, verb] = action.split(":") as [string, string | undefined];
  if (verb === undefined) {
    if (!OF_MACHINE.includes(service)) {
      throw new TypeError(
        `the target "local" has no permission \`${action}\`; it has ${OF_MACHINE.join(", ")}, kv:get and others`,
      );
    }
    const list = (all[service] ??= []) as string[];
    if (!list.includes(resource)) list.push(resource);
    return;
  }
  // A secret is in the environment of the functions that read it.
  if (!SERVICES.includes(service)) return;
  const names = (all[service] ??= {}) as Record<string, string[]>;
  names[resource] = [...new Set([...names[resource] ?? [], verb])].sort();
}

// Calls provider objects from the state, for resources whose provider the program no longer has.

import { serve } from "./dispatch.ts";
import { dynamicOps } from "./dynamic_ops.ts";
import type { ResourceProvider } from "./resource_provider.ts";

/** Called by the host: the default export of the module at `url` is the provider. */
export function serveStored(
  url: string,
  number: number,
  method: string,
  urn: string,
  type: string,
  args: unknown[],
): void {
  import(url).then(
    ({ default: provider }: { default: ResourceProvider }) => serve(provider, { number, method, urn, type, args }),
    (cause) => {
      const problem = `the program has no provider for "${type}" any more, and the one that the state keeps ` +
        "cannot be loaded";
      dynamicOps().op_lumi_dynamic_fail(number, false, new Error(problem, { cause }));
    },
  );
}

// Provider objects that the state keeps, for resources that the program has no provider for any more.

import { serve } from "./dispatch.ts";
import { dynamicOps } from "./dynamic_ops.ts";
import type { ResourceProvider } from "./resource_provider.ts";

/** Called by the host: the module at `url` exports the provider as its default. */
export function serveKept(
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

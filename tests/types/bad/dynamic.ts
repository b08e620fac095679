// Code that TypeScript must refuse: each line below a comment is an error.

import * as dynamic from "lumi/dynamic";

// @ts-expect-error there must be a way to make it
dynamic.register("dynamic:index:A", { delete: async () => {} });
// @ts-expect-error an id is needed
dynamic.register("dynamic:index:A", { create: async () => ({ outs: {} }) });
// @ts-expect-error ids are text
dynamic.register("dynamic:index:A", { create: () => ({ id: 1 }) });
// @ts-expect-error a slip
dynamic.register("dynamic:index:A", { create: () => ({ id: "1" }), diff: () => ({ changed: true }) });
// @ts-expect-error classes extend it
new dynamic.Resource({ create: () => ({ id: "1" }) }, "a");
// @ts-expect-error the reasons are missing
new dynamic.PartialInitError("1", {});

class Thing extends dynamic.Resource {
  constructor() {
    // @ts-expect-error the provider comes first
    super("a", {});
  }
}
// @ts-expect-error there is nothing to look up by its id alone
Thing.get("a", "id");

import { RandomInteger } from "@pulumi/random";

// Nothing of the SDK itself.
export const port = new RandomInteger("port", { min: 20000, max: 29999 }).result.apply((it) => it + 1);

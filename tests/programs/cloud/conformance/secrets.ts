// The behaviours of `Secret`.

import { Config } from "lumi";
import { Secret } from "lumi/cloud";
import { type Behaviours, equal } from "./checks.ts";

const password = new Secret("password", { value: new Config().requireSecret("password") });

export const secrets: Behaviours = {
  "a function reads the value": async () => {
    equal(await password.value(), "correct-horse");
  },
};

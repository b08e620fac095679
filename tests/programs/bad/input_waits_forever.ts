import { CustomResource } from "lumi";

new CustomResource("std:fs:File", "a", {
  rules: [{ port: new Promise(() => {}) }],
});

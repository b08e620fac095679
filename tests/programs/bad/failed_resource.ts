import { CustomResource } from "lumi";

const source = new CustomResource("std:fs:File", "source", {
  content: Promise.reject(new Error("the download failed")),
});
// Waits for a resource that will never be there: named by the first error, not by a second one.
new CustomResource("std:fs:File", "copy", { content: source.content });

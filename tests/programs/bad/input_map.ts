import { CustomResource } from "lumi";
new CustomResource("std:fs:File", "a", { tags: new Map([["a", 1]]) });

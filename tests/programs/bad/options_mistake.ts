import { CustomResource } from "lumi";
new CustomResource("std:fs:File", "a", {}, { dependOn: [] } as object);

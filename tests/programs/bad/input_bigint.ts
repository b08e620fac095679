import { CustomResource } from "lumi";
new CustomResource("std:fs:File", "a", { size: 2n ** 80n });

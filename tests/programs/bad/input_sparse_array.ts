import { CustomResource } from "lumi";

const sparse: number[] = [];
sparse[4294967294] = 1;
new CustomResource("std:fs:File", "a", { sparse });

// node:constants: the constants of node:os and node:fs in one module.

import { constants as files } from "./fs/fs.ts";
import { dlopen, errno, priority, signals } from "./os/constants.ts";

const constants: Record<string, number> = { ...dlopen, ...errno, ...priority, ...signals, ...files };

export default constants;

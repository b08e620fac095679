// node:wasi: WebAssembly runs without files, processes and clocks of the system.

import { notAvailable } from "./node_errors.ts";

export class WASI {
  constructor() {
    throw notAvailable("node:wasi", "WebAssembly that needs the system's interface does not run here");
  }
}

export default { WASI };

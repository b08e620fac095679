// node:wasi: WebAssembly runs without files, processes and clocks of the system.

import { notAvailable } from "./unavailable.ts";

export class WASI {
  constructor() {
    throw notAvailable("node:wasi");
  }
}

export default { WASI };

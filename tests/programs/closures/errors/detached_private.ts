import { refused } from "../check.ts";
const read = (() => {
  class Vault {
    #secret = 1;
    read() {
      return this.#secret;
    }
  }
  return new Vault().read;
})();
refused("detached-private", read);

import { refused } from "../check.ts";
class Vault {
  #secret = 1;
  open = () => this.#secret;
}
const vault = new Vault();
refused("private-arrow", () => vault.open());

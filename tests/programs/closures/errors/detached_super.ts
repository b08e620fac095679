import { refused } from "../check.ts";
class Animal {
  name() {
    return "animal";
  }
}
const { shout } = {
  __proto__: Animal.prototype,
  shout() {
    return (super.name as () => string)();
  },
} as any;
refused("detached-super", shout);

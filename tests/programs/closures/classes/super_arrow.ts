import { refused } from "../check.ts";
class Base {
  name() {
    return "base";
  }
}
class Derived extends Base {
  later() {
    return () => super.name();
  }
}
refused("super-arrow", new Derived().later());

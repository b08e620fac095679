import { refused } from "../check.ts";
function* numbers() {
  yield 1;
}
const running = numbers();
running.next();
refused("generator", () => running.next());

// Functions of classes that the SDK's TypeScript cannot parse.
let made = 0;

class Counter {
  static made = 0;
  static #secret = "static";
  #count = 0;
  static {
    Counter.made = 7;
  }
  constructor(start = 1) {
    this.#count = start;
    made ||= start;
  }
  get count() {
    return this.#count;
  }
  set count(value) {
    this.#count = value;
  }
  #hidden() {
    return this.#count;
  }
  next() {
    return this.#hidden() + 1;
  }
  static peek() {
    return Counter.#secret;
  }
  static is(it) {
    return #count in it;
  }
}
const counter = new Counter(3);

exports.classPrivate = () => new Counter().next();
exports.classPrivateInstance = () => counter;
exports.classPrivateMethod = counter.next;
exports.classPrivateStatic = () => Counter.peek();
exports.classPrivateTest = () => Counter.is({});
exports.classStaticBlock = () => Counter.made;
exports.logicalAssignment = (it) => {
  it.a ??= made;
  it.b &&= 1;
  return it;
};
exports.numericSeparators = () => 1_000 + made;
exports.optionalChain = (it) => it?.a?.[made]?.();
exports.topLevelName = () => exports.classPrivate;

// Outputs that only a deployment knows, with made-up values: `lumi run --check-determinism` runs callbacks with them,
// in several orders.

/** The outputs that wait to become known. */
export class Trial {
  private readonly held: (() => void)[] = [];
  /** The index of the first one that is still held. */
  private begin = 0;

  constructor(private readonly order: "first" | "last") {}

  /** Settles an output with a value once nothing else can run. */
  hold(settle: (value: string) => void, resource: string, output: string): void {
    this.held.push(() => settle(`${resource}-${output}`));
  }

  /** Lets one output become known; false if all are. */
  next(): boolean {
    if (this.begin === this.held.length) return false;
    const settle = this.order === "last" ? this.held.pop()! : this.held[this.begin++]!;
    settle();
    return true;
  }
}

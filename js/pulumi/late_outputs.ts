// Outputs of resources, each made when it is first used. An output of the SDK of Pulumi has 17 promises with their functions, and a
// resource has one for each property, of which programs use few: they are most of what a resource takes.

type Exports = Record<string, unknown>;
type OutputClass = (new (...values: unknown[]) => object) & { prototype: object };

/** The mark of resources in all versions of the SDK. */
const isResource = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (value as { __pulumiResource?: unknown }).__pulumiResource === true;

/** The member by which `inspect` gets the output that a late one stands for. */
const OUTPUT = Symbol("output");

/** The stand-in of an output: its class with the arguments of its constructor, and then itself. It has no members of its own. */
class LateOutput {
  #values: unknown[] | undefined;
  #output: object | undefined;

  constructor(values: unknown[]) {
    this.#values = values;
  }

  static output(late: LateOutput, own: OutputClass): object {
    if (late.#output === undefined) {
      late.#output = new own(...late.#values!);
      late.#values = undefined;
    }
    return late.#output;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): unknown {
    return (this as unknown as Record<symbol, unknown>)[OUTPUT];
  }
}

/** The modules that make the outputs of resources. Functions that are serialised capture the class itself, and none of these. */
const makers = /\/@pulumi\/pulumi\/runtime\/(?:resource|rpc)\.js$/;

/** The late class of each copy of the SDK, by its own. */
const lateClasses = new Map<OutputClass, OutputClass>();

/** The exports of a module as the file `from` sees them: for a maker of outputs, `Output` makes late ones. */
export function exportsFor(from: string, location: string, exports: unknown): unknown {
  if (!location.endsWith("/@pulumi/pulumi/output.js") || !makers.test(from)) return exports;
  return new Proxy(exports as Exports, {
    // The module may still be running, in a circle of requires.
    get: (own, name) => name === "Output" ? lateClass(own["Output"]) : own[name as string],
  });
}

function lateClass(own: unknown): unknown {
  if (typeof own !== "function") return own;
  const output = own as OutputClass;
  let late = lateClasses.get(output);
  if (late === undefined) {
    const handler = handlerOf(output);
    late = new Proxy(output, {
      construct: (_, values) =>
        isResource(values[0]) ? new Proxy(new LateOutput(values), handler) : new output(...values),
    });
    lateClasses.set(output, late);
  }
  return late;
}

function handlerOf(own: OutputClass): ProxyHandler<LateOutput> {
  const output = (late: LateOutput): object => LateOutput.output(late, own);
  return {
    get(late, name) {
      // The SDK reads the mark of any value that may be an output, `await` reads `then`: neither needs the output.
      if (name === "__pulumiOutput") return true;
      if (name === "then") return undefined;
      return name === OUTPUT ? output(late) : Reflect.get(output(late), name);
    },
    getPrototypeOf: () => own.prototype,
    set: (late, name, value) => Reflect.set(output(late), name, value),
    has: (late, name) => name in output(late),
    ownKeys: (late) => Reflect.ownKeys(output(late)),
    getOwnPropertyDescriptor: (late, name) => Reflect.getOwnPropertyDescriptor(output(late), name),
    defineProperty: (late, name, descriptor) => Reflect.defineProperty(output(late), name, descriptor),
    deleteProperty: (late, name) => Reflect.deleteProperty(output(late), name),
    // A proxy may report that only if its target has exactly the members that it reports, which the output does not have yet.
    preventExtensions: () => false,
  };
}

// The query of a URL whose searchParams change: written into the URL when it is read next. A URL that
// was written at each change would take time in the square of the number of parameters.

interface Parts {
  URL: typeof URL;
  URLSearchParams: typeof URLSearchParams;
}

/** The only symbol of an object with that description. */
function symbolOf(object: object, description: string): symbol {
  for (const symbol of Object.getOwnPropertySymbols(object)) {
    if (symbol.description === description) return symbol;
  }
  throw new Error(`BUG: the web extension has no ${description}`);
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** A function with the name and length of another, which does more. */
function extended(original: Method, run: (self: object, args: unknown[]) => unknown): Method {
  const made = {
    [original.name](this: unknown, ...args: unknown[]): unknown {
      return run(this as object, args);
    },
  }[original.name]!;
  return Object.defineProperty(made, "length", { value: original.length, configurable: true });
}

/** Changes the classes of the web extension. */
export function delayQueries({ URL, URLSearchParams }: Parts): void {
  const write = symbolOf(URL.prototype, "updateUrlSearch");
  const owner = symbolOf(new URLSearchParams(), "url object");
  const owners = new WeakMap<object, object>();
  const unwritten = new WeakMap<object, object>();
  const { toString } = URLSearchParams.prototype;

  const changing = (original: Method): Method =>
    extended(original, (params, args) => {
      const result = Reflect.apply(original, params, args);
      const url = owners.get(params);
      if (url !== undefined) unwritten.set(url, params);
      return result;
    });
  const settled = (original: Method): Method =>
    extended(original, (url, args) => {
      const params = unwritten.get(url);
      if (params !== undefined) {
        unwritten.delete(url);
        const text = Reflect.apply(toString, params, []);
        (url as Record<symbol, (text: string) => void>)[write]!(text);
      }
      return Reflect.apply(original, url, args);
    });

  for (const name of ["append", "delete", "set", "sort"] as const) {
    const member = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, name)!;
    member.value = changing(member.value as Method);
    Object.defineProperty(URLSearchParams.prototype, name, member);
  }
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(URL.prototype))) {
    if (name === "constructor" || name === "searchParams") continue;
    if (typeof member.value === "function") member.value = settled(member.value as Method);
    if (member.get !== undefined) member.get = settled(member.get) as () => unknown;
    if (member.set !== undefined) member.set = settled(member.set as Method) as (value: unknown) => void;
    Object.defineProperty(URL.prototype, name, member);
  }
  const member = Object.getOwnPropertyDescriptor(URL.prototype, "searchParams")!;
  const searchParams = member.get!;
  const get = {
    get searchParams(): URLSearchParams {
      const params = Reflect.apply(searchParams, this, []) as URLSearchParams & Record<symbol, unknown>;
      if (params[owner] !== null) {
        // The class would write at each change.
        params[owner] = null;
        owners.set(params, this as unknown as object);
      }
      return params;
    },
  };
  member.get = Object.getOwnPropertyDescriptor(get, "searchParams")!.get;
  Object.defineProperty(URL.prototype, "searchParams", member);
}

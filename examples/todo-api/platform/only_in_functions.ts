// The methods of clients are for code that runs on the platform. Called by the program itself, which
// only describes what is to be there, they say so.

export function onlyInFunctions<Class extends { readonly prototype: object; readonly name: string }>(
  type: Class,
  ...methods: (keyof Class["prototype"] & string)[]
): void {
  for (const method of methods) {
    const value = () => {
      throw new TypeError(
        `${type.name}.${method}() works inside of functions, not in the program: nothing is there yet`,
      );
    };
    Object.defineProperty(type.prototype, method, { value });
  }
}

// The names of a graph, each behind the names it needs.

export function inOrder(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();

  const visit = (name: string, path: readonly string[]): void => {
    if (done.has(name)) return;
    const needed = needs.get(name);
    if (needed === undefined) throw new Error(`"${path.at(-1)}" needs "${name}", which does not exist`);
    if (path.includes(name)) throw new Error(`needed in a circle: ${[...path, name].join(" -> ")}`);
    for (const other of needed) visit(other, [...path, name]);
    done.add(name);
  };

  for (const name of needs.keys()) visit(name, []);
  return [...done];
}

// Orders that are not promised, such as that of a folder's files: as they come, unless a run checks
// whether the program depends on them.

type Permute = <T>(items: T[]) => T[];

let permute: Permute = (items) => items;

export function permuted<T>(items: T[]): T[] {
  return permute(items);
}

export function setPermutation(next: Permute): void {
  permute = next;
}

export const value = "named";
export let live = 0;
export function bump() {
  return ++live;
}
export const helper = (text: string) => `${prefix}${text}`;
const prefix = "> ";
export class Thing {
  constructor(readonly name: string) {}
  show() {
    return helper(this.name);
  }
}
export const unrelated = "never in a bundle";

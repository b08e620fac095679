const value = "other value";
const prefix = "* ";
export const helper = (text: string) => `${prefix}${text} ${value}`;
export default function () {
  return `default ${value}`;
}

export const title = (words: string) => words.split(" ").map(capital).join(" ");

export function repeated(text: string, count: number): string {
  let result = "";
  for (let i = 0; i < count; i++) result += text;
  return result;
}

function capital([first, ...rest]: string): string {
  return `${first?.toUpperCase() ?? ""}${rest.join("")}`;
}

export const suffix = "!";
export default (count: number) => repeated(suffix, count);

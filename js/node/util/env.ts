// util.parseEnv: files of variables.

import { invalidArgType } from "../node_errors.ts";

const line =
  /^[ \t]*(?:export[ \t]+)?([^#=\s][^=\n]*?)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n#]*))[^\n]*$/gm;

/** The variables of a text; quoted values may have several lines. */
export function parseEnv(content: string): Record<string, string> {
  if (typeof content !== "string") throw invalidArgType("content", "of type string", content);
  const variables: Record<string, string> = {};
  const text = content.replaceAll("\r\n", "\n");
  const pattern = new RegExp(line);
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, name, double, single, tick, plain] = found;
    variables[name!] = double?.replaceAll("\\n", "\n") ?? single ?? tick ?? plain!.trim();
  }
  return variables;
}

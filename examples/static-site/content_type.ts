// What browsers are told about a file, by its extension.

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
};

export function contentType(file: string): string {
  const extension = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
  const type = types[extension];
  if (type === undefined) throw new Error(`the type of ${file} is not known; add .${extension} to content_type.ts`);
  return type;
}

// Draws the output of a command as an SVG that looks like a terminal: `lumi run terminal.ts -- OUTPUT PICTURE`.

import { readFileSync, writeFileSync } from "node:fs";

/** The colours of the escape sequences that Lumi writes, for a dark background. */
const COLOURS: Record<string, string> = {
  "31": "#ff7b72",
  "32": "#7ee787",
  "33": "#e3b341",
  "34": "#79c0ff",
  "35": "#d2a8ff",
  "36": "#76e3ea",
};
/** In pixels: the width of a character, the height of a line, the margin. */
const [CHARACTER, LINE, MARGIN] = [7.85, 19, 18];

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The parts of a line, each with the style that the escape sequence before it selects. */
function drawn(line: string): string {
  const [plain = "", ...styled] = line.split("\x1b[");
  const parts = styled.map((part) => {
    const end = part.indexOf("m");
    const codes = part.slice(0, end).split(";");
    const style = codes
      .map((code) => {
        if (code === "1") return "font-weight:bold;";
        if (code === "2") return "opacity:.6;";
        return code in COLOURS ? `fill:${COLOURS[code]};` : "";
      })
      .join("");
    const text = escaped(part.slice(end + 1));
    return style ? `<tspan style="${style}">${text}</tspan>` : text;
  });
  return escaped(plain) + parts.join("");
}

function width(line: string): number {
  return line.split("\x1b[").reduce((sum, part, at) => sum + part.length - (at ? part.indexOf("m") + 1 : 0), 0);
}

const [output = "", picture = ""] = process.argv.slice(2);
const lines = readFileSync(output, "utf8").trimEnd().split("\n");
const size = {
  width: Math.ceil(Math.max(...lines.map(width)) * CHARACTER + 2 * MARGIN),
  height: lines.length * LINE + 2 * MARGIN,
};
const rows = lines.map((line, at) => `<text x="${MARGIN}" y="${MARGIN + LINE * (at + 0.75)}">${drawn(line)}</text>`);
writeFileSync(
  picture,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" role="img">
<title>lumi preview, and lumi up</title>
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e6edf3;white-space:pre}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join("\n")}
</svg>
`,
);

// Makes the function of a bundle out of a program: what a program does at its top, the function does.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const work = join(here, "../../target/npm-table/bundles");

/** The program with its statements in a function that a resource takes; imports stay at the top. */
function asFunction(text) {
  const lines = text.split("\n");
  const imports = lines.filter((line) => /^import .* from "|^import "/.test(line));
  const body = lines.filter((line) => !imports.includes(line));
  return `import { CustomResource } from "lumi";
${imports.join("\n")}
new CustomResource("test:index:Function", "main", {
  code: async () => {
${body.join("\n")}
  },
});
`;
}

/** A folder with the bundle and a module `main` that calls its function in Node; or the problem. */
export async function bundle(lumi, program, file, run, environment) {
  const project = join(work, program);
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, "programs"), { recursive: true });
  symlinkSync(join(here, "node_modules"), join(project, "node_modules"));
  for (const name of ["package.json", "show.mjs", "grpc.mjs"]) writeFileSync(join(project, name), readFileSync(join(here, name)));
  const source = join(project, "programs", `${program}.mjs`);
  writeFileSync(source, asFunction(readFileSync(file, "utf8")));
  const made = await run(lumi, ["closure", "bundle", "-A", source, "--out", join(project, "out")], environment);
  if (made.code !== 0) return { problem: `bundle: ${made.stderr.split("\n")[0]}` };
  const [name] = readdirSync(join(project, "out")).filter((it) => !it.includes("."));
  const folder = join(project, "out", name);
  const main = join(folder, "call.mjs");
  writeFileSync(main, `import call from "./index.mjs";\nawait call();\n`);
  return { folder, main };
}

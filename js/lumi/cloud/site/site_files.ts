// The files of a site: its build, and what its folder has then.

import { loadLate } from "../../protocol/ops.ts";
import { type Refusal, refusalOf } from "../component.ts";
import type { SiteFile } from "../contract.ts";
import { inProject, projectFolder } from "../project_folder.ts";
import type { SiteArgs } from "./site.ts";

const fs = loadLate<typeof import("../../../node/fs/fs.ts")>("node/fs/fs.ts");
const programs = loadLate<typeof import("../../../node/child_process/child_process.ts")>(
  "node/child_process/child_process.ts",
);

/** The characters of a build's output in an error, and the bytes that it may have. */
const SHOWN = 4000;
const MAX_OUTPUT = 64 << 20;
/** Never a part of a site. */
const LEFT_OUT = [".lumi", ".git", ".DS_Store"];

/** Runs the build, and lists the files in the order of their paths. */
export function filesOf(name: string, { folder, build }: SiteArgs): SiteFile[] {
  const root = projectFolder();
  if (build !== undefined) runBuild(name, build, root);
  const refuse: Refusal = refusalOf("Site", name);
  let real: string;
  try {
    real = fs().realpathSync(inProject(folder)) as string;
  } catch (error) {
    const advice = build === undefined ? "" : ", also after its build";
    return refuse(`has no folder ${folder}${advice}: ${(error as Error).message}`);
  }
  if (`${fs().realpathSync(root)}/`.startsWith(`${real}/`)) {
    refuse(`would publish the whole project: its \`folder\` must be a folder of the files alone, but is ${folder}`);
  }
  const files: SiteFile[] = [];
  const add = (prefix: string) => {
    for (const entry of fs().readdirSync(`${real}/${prefix}`, { withFileTypes: true }) as unknown as Entry[]) {
      const path = `${prefix}${entry.name}`;
      if (LEFT_OUT.includes(entry.name)) continue;
      if (entry.isDirectory()) add(`${path}/`);
      else if (isFile(entry, real, path)) files.push({ path, source: `${folder.replace(/\/+$/, "")}/${path}` });
      else refuse(`has ${folder}/${path}, which is neither a file nor a link to a file in ${folder}`);
    }
  };
  try {
    add("");
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOTDIR") throw error;
    refuse(`needs a folder, but ${folder} is a file`);
  }
  if (files.length === 0) refuse(`has no files in ${folder}`);
  return files.sort((left, right) => left.path < right.path ? -1 : 1);
}

interface Entry {
  readonly name: string;
  isDirectory(): boolean;
  isFile(): boolean;
  isSymbolicLink(): boolean;
}

/** Links must not lead out of the folder, where something else than the site may be. */
function isFile(entry: Entry, folder: string, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  try {
    const target = fs().realpathSync(`${folder}/${path}`) as string;
    return target.startsWith(`${folder}/`) && fs().statSync(target)!.isFile();
  } catch {
    return false;
  }
}

/** The content of a file as base64. */
export function contentOf({ source }: SiteFile): string {
  return fs().readFileSync(inProject(source), "base64") as string;
}

function runBuild(name: string, build: readonly string[], cwd: string): void {
  const { status, signal, stdout, stderr } = finished(name, build, cwd);
  if (status === 0) return;
  const end = signal === null || signal === undefined ? `with code ${status}` : `by ${signal}`;
  throw new Error(`the build of the Site "${name}" ended ${end}:\n${`${stdout}${stderr}`.trim().slice(-SHOWN)}`);
}

/** The result of the build's program, which needs a permission. */
function finished(name: string, [program, ...args]: readonly string[], cwd: string) {
  try {
    const result = programs().spawnSync(program!, args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: MAX_OUTPUT,
    });
    if (result.error === undefined) return result;
    throw result.error;
  } catch (error) {
    throw new Error(`the build of the Site "${name}" cannot run: ${(error as Error).message}`);
  }
}

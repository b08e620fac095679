// Site: static files of a folder, with their build.

import type { Property } from "../../property/property.ts";
import type { ComponentResourceOptions } from "../../resource/resource_options.ts";
import { Component, onlyInFunctions, type Refusal, refusalOf } from "../component.ts";
import type { Infra } from "../contract.ts";
import { filesOf } from "./site_files.ts";

/** The methods of a site for functions. */
export interface SiteClient {
  /** Requests a path of the site, such as `/about.html`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface SiteArgs {
  /** The folder of the files; relative paths start at the project folder. */
  folder: string;
  /**
   * The command that makes the folder: a program with its arguments. It runs in the project folder with each plan, so that the plan
   * has every file, and needs `--allow-run` for the program.
   */
  build?: readonly string[];
  /** The file that paths of folders stand for: `index.html`. */
  index?: string;
  /** The file that answers paths without a file, with the status 404: `404.html`, if there is one. */
  notFound?: string;
  /** Whether the index answers paths without a file, for an application with routes of its own in the browser. */
  spa?: boolean;
  /** The folders of files whose content never changes, such as `assets`: their names change. Browsers keep them for a year. */
  immutable?: readonly string[];
}

/** Static files, which every target serves by the same rules. */
export class Site extends Component {
  /** The address, on targets that know it once the site is deployed. */
  declare readonly url: Property<string | undefined>;

  constructor(name: string, args: SiteArgs, options?: ComponentResourceOptions) {
    checkArgs(name, args);
    const { folder, index = "index.html", spa = false, immutable = [] } = args;
    super("Site", name, { folder, index, spa, ...immutable.length > 0 ? { immutable } : {} }, options);
    const files = filesOf(name, args);
    const paths = new Set(files.map((it) => it.path));
    const refuse: Refusal = refusalOf("Site", name);
    if (spa && !paths.has(index)) refuse(`has no ${index} in ${folder}, which an application (\`spa\`) needs`);
    const { notFound = paths.has("404.html") ? "404.html" : undefined } = args;
    if (notFound !== undefined && !paths.has(notFound)) refuse(`has no ${notFound} in ${folder}, its \`notFound\``);
    this.realise<Infra>({
      files,
      index,
      isApplication: spa,
      immutable: immutable.map((it) => `${it.replace(/\/$/, "")}/`),
      ...notFound === undefined ? {} : { notFound },
    });
  }
}

export interface Site extends SiteClient {}

onlyInFunctions(Site, "fetch");

function checkArgs(name: string, args: SiteArgs): void {
  const refuse: Refusal = refusalOf("Site", name);
  if (typeof args?.folder !== "string" || args.folder === "") refuse("needs a `folder`, such as dist");
  const { build, index = "index.html", notFound, spa, immutable = [] } = args;
  const isPath = (it: unknown) =>
    typeof it === "string" && it.split("/").every((part) => !["", ".", ".."].includes(part));
  if (
    build !== undefined && (!Array.isArray(build) || build.length === 0 || !build.every((it) => typeof it === "string"))
  ) {
    refuse('has a `build` that must be a list of a program and its arguments, such as ["npm", "run", "build"]');
  }
  if (!isPath(index) || index.includes("/")) refuse("has an `index` that must be the name of a file");
  if (notFound !== undefined && !isPath(notFound)) {
    refuse("has a `notFound` that must be the path of a file in its folder");
  }
  if (spa === true && notFound !== undefined) {
    refuse("has `spa` and `notFound`, but an application answers every path itself");
  }
  if (!Array.isArray(immutable) || !immutable.every((it) => isPath(String(it).replace(/\/$/, "")))) {
    refuse('has `immutable` that must be a list of folders in its folder, such as ["assets"]');
  }
}

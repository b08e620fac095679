// A function that runs on the platform: a folder with its code, and what the platform is to know.

import { relative, resolve } from "node:path";
import {
  all,
  ComponentResource,
  type ComponentResourceOptions,
  compute,
  type ComputeClosure,
  defineClient,
  getRootDirectory,
  type Input,
  interpolate,
  jsonStringify,
  log,
  Property,
} from "lumi";
import { fs } from "lumi/std";
import { onlyInFunctions } from "./only_in_functions.ts";
import { permissions, unclear } from "./permissions.ts";
import { checkName, folder } from "./place.ts";
import { service } from "./service.ts";

/** The methods of a function for other functions. */
export interface FunctionClient<Args extends unknown[], Result> {
  /** Arguments and result are JSON. */
  call(...args: Args): Promise<Result>;
}

export interface FunctionArgs {
  /** Hosts besides the platform that it may talk to. */
  net?: string[];
}

/** When it runs, as function.json says it. */
export type Trigger = Record<string, Input<string>>;

export class Function<Args extends any[] = any[], Result = unknown> extends ComponentResource {
  static readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): FunctionClient<unknown[], unknown> => ({
      async call(...args) {
        const answer = await service("POST", `functions/${name}`, JSON.stringify(args));
        return (await answer!.json()).result;
      },
    }),
  });

  readonly name: Property<string>;

  constructor(
    name: string,
    handler: (...args: Args) => Result | Promise<Result>,
    { net = [], triggers = [] }: FunctionArgs & { triggers?: Input<Trigger[]> } = {},
    options?: ComponentResourceOptions,
  ) {
    super("local:platform:Function", checkName("function", name), {}, options);
    const closure = compute(handler);
    // Other code is another folder: function.json goes from one to the other, and no call finds half.
    const code = new fs.Directory(name, {
      path: interpolate`${folder}/${name}/${closure.folder}`,
      source: closure.archive,
    }, { parent: this });

    const secrets = closure.secrets.then((names) => names.length > 0 ? [this.#secrets(name, closure)] : []);

    new fs.File(name, {
      path: `${folder}/${name}/function.json`,
      content: jsonStringify({
        name,
        entry: interpolate`${closure.folder}/${closure.entry}`,
        env: closure.env,
        secrets: secrets.then((it) => it.length > 0 ? `../${secretsFile(name)}` : undefined),
        triggers,
        permissions: all([closure.dependencies, closure.packages]).then(([dependencies, packages]) => ({
          net,
          read: Object.keys(packages).length > 0 ? [nodeModules(name)] : [],
          ...permissions(dependencies),
        })),
      }, null, 2),
    }, { parent: this, dependsOn: secrets.then((it) => [code, ...it]) });

    closure.dependencies.then((it) => {
      for (const resource of unclear(it)) {
        log.warn(`what the function ${name} does with ${resource} cannot be told from its code: it may do everything`);
      }
    });

    this.name = new Property(name);
    this.registerOutputs({ name: this.name });
  }

  /** Secrets are not in the function's folder, but in a file for the platform alone. */
  #secrets(name: string, closure: ComputeClosure): fs.File {
    return new fs.File(`${name}-secrets`, {
      path: `${folder}/${secretsFile(name)}`,
      content: jsonStringify(closure.secretEnv),
      mode: "0600",
    }, { parent: this });
  }
}

export interface Function<Args extends any[], Result> extends FunctionClient<Args, Awaited<Result>> {}

onlyInFunctions(Function, "call");

/** The path of the project's packages, seen from the folder of a function. */
function nodeModules(name: string): string {
  const root = getRootDirectory();
  return relative(resolve(root, folder, name), resolve(root, "node_modules"));
}

const secretsFile = (name: string) => `.secrets/${name}.json`;

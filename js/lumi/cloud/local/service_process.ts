// Services and daemons of the platform on this machine: a definition, and a command that lets the platform run it.

import { all, jsonStringify } from "../../property/combinators.ts";
import type { Property } from "../../property/property.ts";
import { getRootDirectory } from "../../session/run_context.ts";
import * as exec from "../../std/exec.ts";
import * as fs from "../../std/fs.ts";
import type { Grant, Infra, ProgramSpec, ServiceSpec } from "../contract.ts";
import { permissionsOf } from "./permissions.ts";
import { localFolder } from "./place.ts";
import { serviceClient } from "./service_client.ts";

export class LocalService implements Infra {
  static readonly features = ["replicas"];

  readonly client = serviceClient;
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor(spec: ServiceSpec) {
    const { name, port, health, replicas } = spec;
    this.#name = name;
    const own = { replicas, ...port === undefined ? {} : { port }, ...health === undefined ? {} : { health } };
    this.outputs = { name: started(`the Service "${name}"`, name, spec, own) };
  }

  grant(method: string): Grant | undefined {
    if (method !== "fetch" && method !== "url") return undefined;
    return { permissions: [{ actions: ["services:fetch"], resource: this.#name }] };
  }
}

/** One process without a port. */
export class LocalDaemon implements Infra {
  readonly outputs: { name: Property<string> };

  constructor(spec: ProgramSpec) {
    const { name } = spec;
    // Services may have the same name; theirs have no dots.
    this.outputs = { name: started(`the Daemon "${name}"`, `${name}.daemon`, spec, { isDaemon: true }) };
  }
}

/** Lets the platform run a program by a name; `own` are members of its definition. Answers the name once it runs. */
function started(what: string, name: string, spec: ProgramSpec, own: object): Property<string> {
  const { component, command, links } = spec;
  if (command === undefined) {
    throw new TypeError(`the target "local" runs programs, and no images: ${what} needs a \`command\``);
  }
  const folder = localFolder();
  const definition = new fs.File(spec.name, {
    path: `${folder}/.services/${name}.json`,
    content: jsonStringify({ ...definitionOf(name, spec), ...own }, null, 2),
    // Variables may be secret.
    mode: "0600",
  }, { parent: component, dependsOn: [...links] });
  const data = `${folder}/.data`;
  const start = (action: "create" | "update") => ["sh", "-c", START, "sh", data, name, action, command[0]!];
  const process = new exec.Command(spec.name, {
    create: start("create"),
    update: start("update"),
    read: ["test", "-f", `${data}/services/${name}/run`],
    delete: ["sh", "-c", STOP, "sh", data, name],
    environment: { LUMI_SERVICE_VERSION: definition.sha256 },
  }, { parent: component });
  return process.urn.then(() => name) as unknown as Property<string>;
}

/** The definition as the platform reads it (`src/platform/services/definition.rs`). */
function definitionOf(name: string, spec: ProgramSpec): object {
  const { command, environment, secrets, waitsFor, startTimeout, grace } = spec;
  return {
    name,
    command,
    directory: pathToProject(),
    env: environment,
    secrets,
    waitsFor,
    permissions: all(spec.permissions as never).then((permissions: never) => servicesOf(permissions)),
    startTimeout,
    grace,
  };
}

/** A program is not restricted to hosts and files. */
function servicesOf(permissions: Parameters<typeof permissionsOf>[0]): object {
  const { net: _, read: __, ...services } = permissionsOf(permissions, [], []);
  return services;
}

/** The folder of the project, seen from that of the platform. */
function pathToProject(): string {
  const folder = localFolder();
  if (folder.startsWith("/")) return getRootDirectory();
  return "../".repeat(folder.split("/").filter((it) => it !== "" && it !== ".").length);
}

/** Whether a platform holds the lock. */
const RUNS = `runs() {
  [ -e "$1/lock" ] && command -v flock > /dev/null && ! flock -s -n "$1/lock" true
}`;

/**
 * A new id lets the platform that runs start the service, also one that has failed. It writes what becomes of it: \`ID ready\`, or
 * \`ID failed\` and the reason. Where no platform runs, the next one starts the service.
 */
const START = `set -e
${RUNS}
folder=$1/services/$2
fail() {
  if [ "$3" = create ]; then rm -f "$folder/run"; fi
  exit 1
}
mkdir -p "$folder"
chmod 700 "$folder"
id=$$-$(date +%s)
printf '%s' "$id" > "$folder/run.new"
mv "$folder/run.new" "$folder/run"
if ! runs "$1" && ! command -v -- "$4" > /dev/null; then
  echo "the service $2 cannot start: the program \\"$4\\" does not exist" >&2
  fail "$@"
fi
while runs "$1"; do
  if [ -f "$folder/state" ]; then
    seen='' how=''
    read -r seen how < "$folder/state" || :
    case "$seen $how" in
      "$id ready") exit 0 ;;
      "$id failed") tail -n +2 "$folder/state" >&2; fail "$@" ;;
    esac
  fi
  sleep 0.1
done`;

/** The platform removes the state when no process is left. */
const STOP = `set -e
${RUNS}
folder=$1/services/$2
rm -f "$folder/run"
while [ -e "$folder/state" ] && runs "$1"; do sleep 0.1; done
rm -rf "$folder"`;

// Programs and files on the target `recorder`.

import { defineClient, type Input, type Property } from "lumi";
import {
  databaseClient,
  type DatabaseSpec,
  type Grant,
  type Infra,
  type ProgramSpec,
  type ServiceClient,
  type ServiceSpec,
  type SiteClient,
  type SiteSpec,
  traceparent,
} from "lumi/cloud";
import process from "node:process";
import { ask, grants, record } from "./recorder_base.ts";

export class RecorderService implements Infra {
  static readonly features = ["replicas"];

  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): ServiceClient => {
      const url = (): Promise<string> => ask("service:request", name);
      return {
        url,
        async fetch(path, init) {
          const headers = new Headers(init?.headers);
          headers.set("traceparent", traceparent()!);
          return fetch(`${await url()}${path}`, { ...init, headers });
        },
      };
    },
  });
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor(spec: ServiceSpec) {
    const { name, command, environment, replicas, permissions, links } = spec;
    this.#name = name;
    const inputs = { command, environment, replicas, permissions, links: links.map((it) => it.urn) };
    this.outputs = { name: record("Service", spec, inputs as Record<string, Input<unknown>>) };
  }

  grant(method: string): Grant | undefined {
    return grants(method === "fetch" || method === "url" ? ["service:request"] : undefined, this.#name);
  }
}

/** The recorder is one machine. */
export class RecorderDaemon implements Infra {
  readonly outputs: { name: Property<string> };

  constructor(spec: ProgramSpec) {
    const { command, environment, permissions, links } = spec;
    const inputs = { command, environment, permissions, links: links.map((it) => it.urn) };
    this.outputs = { name: record("Daemon", spec, inputs as Record<string, Input<unknown>>) };
  }
}

/** A database of the server that the tests have, which `platform.ts` makes. */
export class RecorderDatabase implements Infra {
  readonly client = databaseClient;
  readonly outputs: { url: Property<string> };
  readonly #name: string;

  constructor(spec: DatabaseSpec) {
    const { name, migrations } = spec;
    this.#name = name;
    const server = process.env["POSTGRES_OF_TESTS"];
    if (server === undefined) throw new TypeError("the recorder has no server of Postgres");
    const database = `recorder_${name}`;
    const { host } = new URL(server);
    const url = `postgres://${database}:recorder@${host}/${database}`;
    const inputs = { url, server, migrations: migrations.map((it) => ({ ...it })) };
    const made = record("Database", spec, inputs as Record<string, Input<unknown>>);
    this.outputs = { url: made.then(() => url) as unknown as Property<string> };
  }

  grant(method: string): Grant | undefined {
    const actions = ["query", "execute", "transaction"].includes(method) ? ["database:use"] : undefined;
    return grants(actions, this.#name);
  }
}

/** The recorder reads the files when it is asked. */
export class RecorderSite implements Infra {
  readonly client = defineClient({
    bindings: ["name"],
    create: ({ name }): SiteClient => ({
      async fetch(target, init) {
        const { method, headers } = new Request("http://recorder", init);
        const asked = { verb: method, target, fields: Object.fromEntries(headers) };
        const { code, fields, content } = await ask("site:request", name, asked);
        return new Response(content === null ? null : Uint8Array.from(content), { status: code, headers: fields });
      },
    }),
  });
  readonly outputs: { name: Property<string> };
  readonly #name: string;

  constructor(spec: SiteSpec) {
    const { name, files, index, notFound, isApplication, immutable } = spec;
    this.#name = name;
    const places = Object.fromEntries(files.map(({ path, source }) => [path, source]));
    this.outputs = {
      name: record("Site", spec, { files: places, index, notFound, isApplication, immutable: [...immutable] }),
    };
  }

  grant(method: string): Grant | undefined {
    return grants(method === "fetch" ? ["site:request"] : undefined, this.#name);
  }
}

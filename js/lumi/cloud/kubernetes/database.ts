// Databases on Kubernetes: a StatefulSet of Postgres with a volume, or a database of a server that is there. A job runs migrations.

import { derive } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import type { DatabaseSpec, Grant, Infra } from "../contract.ts";
import { isDatabaseMethod, passwordOf } from "../database/access.ts";
import { databaseClient } from "../database/client.ts";
import { databaseName, databaseUrl } from "../database/database_name.ts";
import { setUpDatabase } from "../database/setup.ts";
import { labelsOf, namespace, object, selectorOf } from "./manifest.ts";
import { objectName, serviceAddress } from "./names.ts";
import { callerLabel, callersOf, tcp } from "./network_policy.ts";
import { podsResource } from "./permissions.ts";
import { POD, secretVariable } from "./pods.ts";
import { postgresImage, postgresServer, postgresStorage } from "./settings.ts";
import { setupJob } from "./setup_job.ts";
import { tool } from "./tools.ts";

const PORT = 5432;
/** The user of Postgres in its image. */
const USER = 999;

export class KubernetesDatabase implements Infra {
  readonly client = databaseClient;
  /** Secret. */
  readonly outputs: { url: Property<string> };
  readonly #id: string;
  /** The host and the port of a server that is not one of the stack. */
  readonly #outside: string | undefined;
  readonly #job: Resource;

  constructor({ name, component, migrations }: DatabaseSpec) {
    const id = this.#id = objectName(`database-${name}`);
    const database = databaseName(name);
    const given = postgresServer();
    this.#outside = given?.host;
    const address = given?.host ?? serviceAddress(id, PORT);
    const password = passwordOf(name, component);
    const url = derive(password,
      (it: string) => databaseUrl(address, database, it, given?.query)) as unknown as Property<string>;
    const stringData = { url, password, ...given === undefined ? {} : { admin: given.url } };
    const secret = object("Secret", name, { objectName: id, stringData }, component);
    const server = given === undefined ? [serverOf({ name, id, database, component, secret })] : [];
    const main = () => {
      const { LUMI_DATABASE_URL: url, LUMI_DATABASE_SERVER: admin } = process.env;
      return setUpDatabase({ admin, url: url!, migrations });
    };
    const jobName = objectName(`database-${name}`, 50);
    this.#job = setupJob(jobName, {
      tool: tool(objectName(`migrate-${name}`, 50), main),
      net: [address],
      env: [
        secretVariable("LUMI_DATABASE_URL", id, "url"),
        ...given === undefined ? [] : [secretVariable("LUMI_DATABASE_SERVER", id, "admin")],
      ],
      labels: { [callerLabel(id)]: "true" },
      version: address,
      dependsOn: [secret, ...server],
    }, component);
    this.outputs = { url };
  }

  grant(method: string): Grant | undefined {
    if (!isDatabaseMethod(method)) return undefined;
    const permission = this.#outside === undefined
      ? { actions: ["databases:connect"], resource: podsResource({ id: this.#id, port: PORT }) }
      : { actions: ["databases:reach"], resource: this.#outside };
    return { permissions: [permission], links: [this.#job] };
  }
}

interface ServerParts {
  readonly name: string;
  readonly id: string;
  readonly database: string;
  readonly component: Resource;
  readonly secret: Resource;
}

function serverOf({ name, id, database, component, secret }: ServerParts): Resource {
  const selector = selectorOf(id, "database");
  object("NetworkPolicy", name, {
    objectName: id,
    spec: {
      podSelector: { matchLabels: selector },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ ...callersOf(id), ports: tcp(PORT) }],
      egress: [],
    },
  }, component);
  const ports = [{ name: "postgres", port: PORT, targetPort: PORT }];
  const service = object("Service", name, { objectName: id, spec: { selector, ports } }, component);
  const probe = { exec: { command: ["pg_isready", "-h", "127.0.0.1", "-U", database] } };
  const container = {
    name: "postgres",
    image: postgresImage(),
    env: [
      { name: "POSTGRES_USER", value: database },
      { name: "POSTGRES_DB", value: database },
      { name: "PGDATA", value: "/data/pgdata" },
      secretVariable("POSTGRES_PASSWORD", id, "password"),
    ],
    ports: [{ name: "postgres", containerPort: PORT }],
    startupProbe: { ...probe, periodSeconds: 2, failureThreshold: 60 },
    readinessProbe: { ...probe, periodSeconds: 5 },
    livenessProbe: { ...probe, periodSeconds: 20, failureThreshold: 6 },
    resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { memory: "1Gi" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
      seccompProfile: { type: "RuntimeDefault" },
    },
    volumeMounts: [{ name: "data", mountPath: "/data" }, { name: "run", mountPath: "/var/run/postgresql" }],
  };
  const storage = { requests: { storage: postgresStorage() } };
  const spec = {
    replicas: 1,
    serviceName: id,
    selector: { matchLabels: selector },
    template: {
      metadata: { labels: labelsOf(id, "database") },
      spec: {
        ...POD,
        securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER },
        terminationGracePeriodSeconds: 60,
        containers: [container],
        volumes: [{ name: "run", emptyDir: {} }],
      },
    },
    volumeClaimTemplates: [{
      metadata: { name: "data" },
      spec: { accessModes: ["ReadWriteOnce"], resources: storage },
    }],
  };
  return object("StatefulSet", name, { objectName: id, spec }, component, [namespace(), secret, service]);
}

declare const process: { readonly env: Record<string, string | undefined> };

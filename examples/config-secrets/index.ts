// A database whose settings differ in each stack, and whose password is never shown: a file for
// `docker compose`, and a file with its secrets beside it.

import { getProject, getStack, interpolate, jsonStringify } from "lumi";
import { fs } from "lumi/std";
import { settings } from "./settings.ts";

const name = `${getProject()}-${getStack()}`;
const folder = `out/${getStack()}`;

// Whatever is made of a secret is secret, too.
const { engine, container, password, port } = settings;
const login = interpolate`${engine}://${container.user}:${password}@localhost:${port}/`;

const secrets = new fs.File("secrets", {
  path: `${folder}/database.env`,
  mode: "0600",
  content: interpolate`${container.password}=${password}\nDATABASE_URL=${login}\n`,
}, { protect: getStack() === "prod" });

// JSON is YAML.
const database = new fs.File("database", {
  path: `${folder}/compose.yaml`,
  content: jsonStringify({
    name,
    services: {
      database: {
        image: `${settings.registry}/${engine}:latest`,
        labels: { ...settings.labels, "backup.days": `${settings.backupDays}` },
        deploy: { resources: { limits: settings.limits } },
        ports: [`127.0.0.1:${port}:${container.port}`],
        env_file: "database.env",
      },
    },
  }, undefined, 2),
}, { dependsOn: secrets });

export const start = interpolate`docker compose --file ${database.path} up`;
export const memory = settings.limits.memory;
export const passwordLength = password.then((it) => it.length);
export { login };

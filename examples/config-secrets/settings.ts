// All settings of the program, read and checked in one place.

import { Config } from "lumi";

const config = new Config();

/** The expectations of containers of each engine. */
const engines = {
  postgres: { port: 5432, user: "postgres", password: "POSTGRES_PASSWORD" },
  mysql: { port: 3306, user: "root", password: "MYSQL_ROOT_PASSWORD" },
} as const;
type Engine = keyof typeof engines;

/** The limits of a container, for each size. */
const limits = { small: { cpus: 1, memory: "512m" }, large: { cpus: 8, memory: "64g" } } as const;
type Size = keyof typeof limits;

const engine = config.require<Engine>("engine", { allowedValues: Object.keys(engines) as Engine[] });
const backups = config.getBoolean("backups") ?? false;

export const settings = {
  /** Every stack must say these. */
  engine,
  limits: limits[config.require<Size>("size", { allowedValues: Object.keys(limits) as Size[] })],
  password: config.requireSecret("databasePassword", { minLength: 12 }),
  labels: config.requireObject<Record<string, string>>("labels"),

  /** These have defaults. */
  port: config.getNumber("port", { min: 1024, max: 65_535 }) ?? engines[engine].port,
  backupDays: backups ? 14 : 0,

  /** A key of another namespace, which other projects may share. */
  registry: new Config("registry").require("host"),

  /** The port, user and variable of the engine. */
  container: engines[engine],
};

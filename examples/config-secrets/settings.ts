// All settings of the program, read and checked in one place.

import { Config } from "lumi";

const config = new Config();

/** The class of machine for each size. */
const machines = { small: "db.t4g.micro", large: "db.r7g.2xlarge" } as const;
type Size = keyof typeof machines;
const sizes = Object.keys(machines) as Size[];

const backups = config.getBoolean("backups") ?? false;

export const settings = {
  /** Every stack must say these. */
  engine: config.require("engine", { allowedValues: ["postgres", "mysql"] }),
  machine: machines[config.require<Size>("size", { allowedValues: sizes })],
  password: config.requireSecret("databasePassword", { minLength: 12 }),
  tags: config.requireObject<Record<string, string>>("tags"),

  /** These have defaults. */
  storage: config.getNumber("storage", { min: 20, max: 1000 }) ?? 20,
  backupDays: backups ? 14 : 0,

  /** Of another namespace: that of the provider. */
  region: new Config("aws").require("region"),
};

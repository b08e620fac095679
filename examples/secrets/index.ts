// The settings of a mail service: a password from the configuration and one that is made up here,
// together in a file that only its owner may read.

import { Config, getStack, interpolate, jsonStringify } from "lumi";
import { fs, random } from "lumi/std";

const config = new Config();
const host = config.require("host");
const smtpPassword = config.requireSecret("smtpPassword", { minLength: 6 });

// Made up once, then kept in the state, encrypted.
const database = new random.Password("database", { length: 24, special: false });

const settings = new fs.File("settings", {
  path: `out/${getStack()}.json`,
  mode: "0600",
  content: jsonStringify({
    smtp: { host, user: "mailer", password: smtpPassword },
    database: interpolate`postgres://mailer:${database.result}@${host}/mail`,
  }),
});

export const path = settings.path;
export const smtp = interpolate`smtp://mailer:${smtpPassword}@${host}`;
export const databasePassword = database.result;
export const passwordLength = smtpPassword.then((it) => it.length);

// A database whose settings differ in each stack, and whose password is never shown.

import { CustomResource, getProject, getStack, interpolate, ProviderResource } from "lumi";
import { settings } from "./settings.ts";

const name = `${getProject()}-${getStack()}`;
const provider = new ProviderResource("aws", "default", { region: settings.region });

const database = new CustomResource("aws:rds/instance:Instance", "database", {
  identifier: name,
  engine: settings.engine,
  instanceClass: settings.machine,
  allocatedStorage: settings.storage,
  backupRetentionPeriod: settings.backupDays,
  username: "store",
  password: settings.password,
  tags: settings.tags,
}, { provider, protect: getStack() === "prod" });

// Whatever is made of a secret is secret, too.
const login = interpolate`${settings.engine}://store:${settings.password}@localhost/store`;

new CustomResource("aws:ssm/parameter:Parameter", "login", {
  name: `/${name}/login`,
  type: "SecureString",
  value: login,
}, { provider });

export const endpoint = database.endpoint;
export const machine = settings.machine;
export const passwordLength = settings.password.then((password) => password.length);
export { login };

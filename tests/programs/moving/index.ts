// The keys of a stack's NATS, as the target `kubernetes` names them, and the configuration of a server with them.

import { tls } from "lumi/std";
import { accountToken, operatorToken, signingKey, unusedKey, userToken } from "./nats/jwt.ts";

const key = (name: string) => new tls.PrivateKey(name, { algorithm: "ED25519" }).privateKeyPem;
const [operator, account] = [key("lumi-nats-operator"), key("lumi-nats-account")];

async function made(operatorPem: string, accountPem: string) {
  const [operator, account] = [await signingKey("O", operatorPem), await signingKey("A", accountPem)];
  const system = await unusedKey("A", "system");
  const stack = await accountToken(operator, { key: account.name, name: "stack", hasStorage: true });
  const other = await accountToken(operator, { key: system, name: "system", hasStorage: false });
  return `operator: ${await operatorToken(operator, "lumi")}
system_account: ${system}
resolver: MEMORY
resolver_preload: { ${account.name}: ${stack}, ${system}: ${other} }
`;
}

export const configuration = operator.then((first) => account.then((second) => made(first, second)));
export const token = account.then(async (pem) =>
  userToken(await signingKey("A", pem), "tests", { publish: [">"], subscribe: [">"] })
);

// The server of NATS that a stack has: it stores messages and values, and knows users by what they may do.

import { derive, secret, unsecret } from "../../property/combinators.ts";
import type { Property } from "../../property/property_types.ts";
import type { Resource } from "../../resource/resource.ts";
import { PrivateKey } from "../../std/tls.ts";
import { single } from "../single.ts";
import { labelsOf, namespace, object, selectorOf } from "./manifest.ts";
import { contentHash, serviceAddress } from "./names.ts";
import { accountToken, type NatsPermissions, operatorToken, signingKey, unusedKey, userToken } from "./nats/jwt.ts";
import { POD, variable } from "./pods.ts";
import { natsImage, natsStorage } from "./settings.ts";

export const NATS = "lumi-nats";
export const NATS_PORT = 4222;
const HEALTH_PORT = 8222;
/** The label of pods that may connect. */
export const NATS_CLIENT = { "lumi-uses/nats": "true" };

export interface NatsServer {
  /** Host and port. */
  readonly address: string;
  /** The JWT of a user. Secret. */
  user(name: string, permissions: NatsPermissions): Property<string>;
  /** The resource that is there when the server accepts connections. */
  readonly ready: Resource;
}

/** Host and port. */
export const natsAddress = () => serviceAddress(NATS, NATS_PORT);

/** The server, which the stack has once. */
export function natsServer(): NatsServer {
  return single("nats", () => {
    const key = (name: string) => new PrivateKey(name, { algorithm: "ED25519" }).privateKeyPem;
    const [operator, account] = [key(`${NATS}-operator`), key(`${NATS}-account`)];
    // Keys and JWTs of the operator and of accounts are public.
    const conf = unsecret(
      derive([operator, account], ([operator, account]: [string, string]) => confOf(operator, account)),
    );
    return {
      address: natsAddress(),
      user: (name, permissions) =>
        secret(
          derive(account, async (pem: string) => userToken(await signingKey("A", pem), name, permissions)),
        ) as unknown as Property<string>,
      ready: objectsOf(conf as unknown as Property<string>),
    };
  });
}

/** The configuration of the server. */
async function confOf(operatorPem: string, accountPem: string): Promise<string> {
  const [operator, account] = [await signingKey("O", operatorPem), await signingKey("A", accountPem)];
  const system = await unusedKey("A", "system");
  const accounts = [
    { key: account.name, name: "stack", hasStorage: true },
    // JetStream asks for one; it has no users.
    { key: system, name: "system", hasStorage: false },
  ];
  const tokens = await Promise.all(accounts.map(async (it) => `  ${it.key}: ${await accountToken(operator, it)}\n`));
  return `listen: 0.0.0.0:${NATS_PORT}
http: 0.0.0.0:${HEALTH_PORT}
server_name: ${NATS}
jetstream: { store_dir: /data, sync_interval: always }
operator: ${await operatorToken(operator, "lumi")}
system_account: ${system}
resolver: MEMORY
resolver_preload: {
${tokens.join("")}}
`;
}

function objectsOf(conf: Property<string>): Resource {
  object("NetworkPolicy", NATS, {
    spec: {
      podSelector: { matchLabels: selectorOf(NATS, "nats") },
      policyTypes: ["Ingress", "Egress"],
      ingress: [{
        from: [{ podSelector: { matchLabels: NATS_CLIENT } }],
        ports: [{ protocol: "TCP", port: NATS_PORT }],
      }],
      egress: [],
    },
  }, undefined);
  object("ServiceAccount", NATS, { automountServiceAccountToken: false }, undefined);
  const config = object("ConfigMap", NATS, { data: { "nats.conf": conf } }, undefined);
  const service = object("Service", NATS, {
    spec: { selector: selectorOf(NATS, "nats"), ports: [{ name: "nats", port: NATS_PORT, targetPort: NATS_PORT }] },
  }, undefined);
  return object("StatefulSet", NATS, { spec: setOf(conf) }, undefined, [namespace(), config, service]);
}

/** One pod with a volume. Another configuration is another pod, which has the same volume. */
function setOf(conf: Property<string>): object {
  const annotations = { "lumi/configuration": derive(conf, (text) => contentHash(text)) };
  return {
    replicas: 1,
    serviceName: NATS,
    selector: { matchLabels: selectorOf(NATS, "nats") },
    template: {
      metadata: { labels: labelsOf(NATS, "nats"), annotations },
      spec: {
        ...POD,
        serviceAccountName: NATS,
        terminationGracePeriodSeconds: 60,
        containers: [{
          name: "nats",
          image: natsImage(),
          args: ["-c", "/etc/nats/nats.conf"],
          env: [variable("GOMEMLIMIT", "400MiB")],
          ports: [{ name: "nats", containerPort: NATS_PORT }, { name: "health", containerPort: HEALTH_PORT }],
          readinessProbe: { httpGet: { path: "/healthz", port: HEALTH_PORT }, periodSeconds: 5 },
          livenessProbe: {
            httpGet: { path: "/healthz?js-enabled-only=true", port: HEALTH_PORT },
            periodSeconds: 20,
            failureThreshold: 6,
          },
          resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "512Mi" } },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ["ALL"] },
            readOnlyRootFilesystem: true,
            seccompProfile: { type: "RuntimeDefault" },
          },
          volumeMounts: [{ name: "configuration", mountPath: "/etc/nats" }, { name: "data", mountPath: "/data" }],
        }],
        volumes: [{ name: "configuration", configMap: { name: NATS } }],
      },
    },
    volumeClaimTemplates: [{
      metadata: { name: "data" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: natsStorage() } } },
    }],
  };
}

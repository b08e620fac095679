// Parts of pods that run lumi.

import type { Input } from "../../property/property_types.ts";
import { PORT } from "./names.ts";
import { image } from "./settings.ts";

/** The folder that containers work in; paths below are relative to it. */
export const FOLDER = "/lumi";
/** The folder of functions, and the one of their secrets, which the platform reads. */
export const FUNCTIONS = "functions";
export const SECRETS = `${FUNCTIONS}/.secrets`;

/** A container of the image of lumi. */
export interface LumiContainer {
  readonly name: string;
  /** The arguments of `lumi`. */
  readonly args: readonly Input<string>[];
  readonly env?: readonly object[];
  readonly volumeMounts: readonly object[];
  readonly [member: string]: unknown;
}

/** Users that are not root, with no more rights than any process has. */
const RESTRICTED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
};
const USER = 65532;

export function container({ args, ...more }: LumiContainer): object {
  return {
    image: image(),
    command: ["lumi"],
    args,
    workingDir: FOLDER,
    resources: { requests: { cpu: "50m", memory: "64Mi" }, limits: { memory: "512Mi" } },
    securityContext: RESTRICTED,
    ...more,
  };
}

/** The members of a pod that all pods have. */
export const POD = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER },
};

export const variable = (name: string, value: unknown) => ({ name, value });

/** A variable whose value is in a secret. */
export const secretVariable = (name: string, secret: string, key: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: secret, key } },
});

export const mount = (name: string, path: string) => ({ name, mountPath: `${FOLDER}/${path}` });

/** The probe of a platform: `/healthz`, unless routes of the program may be in its place. */
export function probe(hasRoutes: boolean, more: object): object {
  return { ...hasRoutes ? { tcpSocket: { port: PORT } } : { httpGet: { path: "/healthz", port: PORT } }, ...more };
}

// A service: its port, its certificate, and the settings that it is started with.

import {
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  interpolate,
  jsonStringify,
  type Property,
} from "lumi";
import { fs, random, tls } from "lumi/std";
import type { Network } from "./network.ts";

export interface ServiceArgs {
  image: Input<string>;
  network: Network;
  /** How many containers run; 1 if not given. */
  replicas?: number;
  environment?: Record<string, Input<string>>;
}

export class Service extends ComponentResource {
  readonly url: Property<string>;

  constructor(name: string, args: ServiceArgs, options?: ComponentResourceOptions) {
    const { image, network, replicas = 1, environment = {} } = args;
    if (!Number.isInteger(replicas) || replicas < 1) {
      throw new RangeError(`service "${name}" must have 1 replica or more, not ${replicas}`);
    }
    super("shop:service:Service", name, { image, replicas }, options);
    const host = `${name}.${network.domain}`;

    const port = new random.Integer(name, { min: 20000, max: 29999 }, { parent: this });

    const key = new tls.PrivateKey(name, { algorithm: "ECDSA" }, { parent: this });

    const request = new tls.CertificateRequest(name, {
      privateKeyPem: key.privateKeyPem,
      dnsNames: [host],
    }, { parent: this });

    const certificate = new tls.SignedCertificate(name, {
      certRequestPem: request.certRequestPem,
      caPrivateKeyPem: network.authorityKey,
      caCertPem: network.authorityCertificate,
      validityPeriodHours: 90 * 24,
      earlyRenewalHours: 30 * 24,
    }, { parent: this });

    const identity = new fs.File(`${name}-identity`, {
      path: `out/${name}/identity.pem`,
      mode: "0600",
      content: interpolate`${certificate.certPem}${key.privateKeyPem}`,
    }, { parent: this });

    // A service must not start before its identity is there, of which its settings name the path alone.
    new fs.File(name, {
      path: `out/${name}/settings.json`,
      content: jsonStringify({
        image,
        replicas,
        hosts: network.hosts,
        port: port.result,
        identity: `out/${name}/identity.pem`,
        trusted: network.trustedPath,
        environment,
      }),
    }, { parent: this, dependsOn: identity });

    this.url = interpolate`https://${host}:${port.result}`;
    this.registerOutputs({ url: this.url });
  }
}

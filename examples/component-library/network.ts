// A network: the zones of a domain, and an authority whose certificates everyone in it trusts.

import { ComponentResource, type ComponentResourceOptions, interpolate, type Property } from "lumi";
import { fs, random, tls } from "lumi/std";

export interface NetworkArgs {
  /** The domain of all names in it, such as `shop.internal`. */
  domain: string;
  /** Names of the zones; each gets a host. */
  zones: readonly string[];
}

export class Network extends ComponentResource {
  readonly domain: string;
  readonly hosts: Property<string>[];
  /** The key of the authority. @secret */
  readonly authorityKey: Property<string>;
  readonly authorityCertificate: Property<string>;
  /** The file with the certificate, for clients. */
  readonly trustedPath: Property<string>;

  constructor(name: string, { domain, zones }: NetworkArgs, options?: ComponentResourceOptions) {
    super("shop:network:Network", name, { domain, zones }, options);

    const key = new tls.PrivateKey(name, { algorithm: "ECDSA" }, { parent: this });

    const authority = new tls.SelfSignedCert(name, {
      privateKeyPem: key.privateKeyPem,
      subject: { commonName: `${domain} authority` },
      validityPeriodHours: 365 * 24,
      earlyRenewalHours: 60 * 24,
      isCaCertificate: true,
    }, { parent: this });

    const trusted = new fs.File(`${name}-authority`, {
      path: `out/${name}/authority.pem`,
      content: authority.certPem,
    }, { parent: this });

    const hosts = zones.map((zone) => new random.Pet(`${name}-${zone}`, { prefix: zone }, { parent: this }));

    this.domain = domain;
    this.hosts = hosts.map((host) => interpolate`${host.result}.${domain}`);
    this.authorityKey = key.privateKeyPem;
    this.authorityCertificate = authority.certPem;
    this.trustedPath = trusted.path;
    this.registerOutputs({ hosts: this.hosts });
  }
}

// Towers and lamps: components that other languages may use, too.
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

export interface LampArgs {
  color: pulumi.Input<string>;
}

/** A lamp. */
export class Lamp extends pulumi.ComponentResource {
  public readonly serial: pulumi.Output<string>;

  constructor(name: string, args: LampArgs, opts?: pulumi.ComponentResourceOptions) {
    super("towers:index:Lamp", name, args, opts);
    this.serial =
      new random.RandomId(`${name}-serial`, { byteLength: 3, keepers: { color: args.color } }, { parent: this }).hex;
    this.registerOutputs({ serial: this.serial });
  }
}

export interface TowerArgs {
  /** The colors of its lamps, from the top. */
  colors: string[];
  code: pulumi.Input<string>;
}

/** A tower of lamps. */
export class Tower extends pulumi.ComponentResource {
  public readonly serials: pulumi.Output<string[]>;
  public readonly sign: pulumi.Output<string>;

  constructor(name: string, args: TowerArgs, opts?: pulumi.ComponentResourceOptions) {
    super("towers:index:Tower", name, args, opts);
    const lamps = args.colors.map((color) => new Lamp(`${name}-${color}`, { color }, { parent: this }));
    const sign = new random.RandomPet(`${name}-sign`, { length: 2 }, { parent: this });
    this.serials = pulumi.all(lamps.map((it) => it.serial));
    this.sign = pulumi.interpolate`${sign.id}/${args.code}`;
    this.registerOutputs({ serials: this.serials, sign: this.sign });
  }
}

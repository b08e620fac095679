import {
  ComponentResource,
  ComponentResourceOptions,
  Input,
  interpolate,
  Output,
  output,
  Unwrap,
} from "@pulumi/pulumi";
import { RandomPet } from "@pulumi/random";

abstract class Base extends ComponentResource {
  url!: Output<string>;
  constructor(type: string, name: string, opts?: ComponentResourceOptions) {
    super(type, name, {}, opts);
  }
}

class Web extends Base {
  readonly pet: RandomPet;
  constructor(name: string, private readonly port: Input<number>, opts?: ComponentResourceOptions) {
    super("acme:web:Web", name, opts);
    this.pet = new RandomPet(`${name}-pet`, {}, { parent: this });
    this.url = interpolate`http://${this.pet.id}:${this.port}`;
    this.registerOutputs({ url: this.url });
  }
}

type Port = Unwrap<Input<number>>;
const port: Port = 80;
const web = new Web("web", output(port));
export const url: Output<string> = web.url;
export const upper = url.apply((it) => it.toUpperCase());

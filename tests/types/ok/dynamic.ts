// Resources that the program manages itself.

import * as dynamic from "lumi/dynamic";
import * as lumi from "lumi";

interface ThingInputs {
  size: number;
  tags?: string[];
}

interface ThingOutputs extends ThingInputs {
  url: string;
}

class ThingProvider implements dynamic.ResourceProvider<ThingInputs, ThingOutputs> {
  async check(olds: ThingInputs | undefined, news: ThingInputs): Promise<dynamic.CheckResult<ThingInputs>> {
    if (news.size < (olds?.size ?? 0)) return { failures: [{ property: "size", reason: "cannot shrink" }] };
    return { inputs: { tags: [], ...news } };
  }

  diff(_id: string, olds: ThingOutputs, news: ThingInputs): dynamic.DiffResult {
    return { changes: olds.size !== news.size, replaces: ["tags[0]"], stables: ["url"], deleteBeforeReplace: true };
  }

  async create(inputs: ThingInputs) {
    if (inputs.size > 9) throw new dynamic.PartialInitError("big", { ...inputs }, ["too big"]);
    return { id: "x", outs: { ...inputs, url: "https://x" } };
  }

  async read(id: string, props: ThingOutputs): Promise<dynamic.ReadResult<ThingInputs, ThingOutputs> | undefined> {
    return id === "" ? undefined : { id, props };
  }

  recover(inputs: ThingInputs): dynamic.ReadResult<ThingInputs, ThingOutputs> | undefined {
    return inputs.size > 1 ? { id: "x", props: { ...inputs, url: "https://x" }, inputs } : undefined;
  }

  async update(_id: string, olds: ThingOutputs, news: ThingInputs) {
    if (olds.url === "") throw new dynamic.UnknownOutcomeError("timed out", { cause: olds });
    return { outs: { ...news, url: olds.url } };
  }

  async delete(id: string, { url }: ThingOutputs) {
    console.log(id, url);
  }
}

class Thing extends dynamic.Resource {
  declare readonly size: lumi.Property<number>;
  declare readonly url: lumi.Property<string>;

  constructor(name: string, args: lumi.InputsOf<ThingInputs>, options?: lumi.CustomResourceOptions) {
    super(new ThingProvider(), name, args, options);
  }
}

class Short extends dynamic.Resource {
  constructor(name: string) {
    super({ create: async () => ({ id: "1" }) }, name, {}, undefined, "short", "Shorter");
  }
}

const first = new Thing("first", { size: 1 }, { protect: true });
const second = new Thing("second", { size: first.size, tags: Promise.resolve(["a"]) });
export const url: lumi.Property<string> = second.url;
export const id: lumi.Property<string> = new Short("a").id;
dynamic.register(Thing, new ThingProvider());
dynamic.register("dynamic:old:Thing", { create: () => ({ id: "1", outs: { a: 1 } }) });
export const isUnknown = (value: unknown): boolean => value === dynamic.unknown;

import * as lumi from "lumi";
import * as dynamic from "lumi/dynamic";
class Echo implements dynamic.ResourceProvider {
  async create(inputs: any) { return { id: inputs.text, outs: inputs }; }
  async delete() {}
}
class Word extends dynamic.Resource {
  constructor(name: string, text: lumi.Input<string>) { super(new Echo(), name, { text }); }
}
new Word("first", "hello");
new Word("second", lumi.secret("hunter22"));

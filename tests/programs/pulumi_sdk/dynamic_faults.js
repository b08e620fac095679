// A dynamic provider that fails in the way that the configuration names.
const pulumi = require("@pulumi/pulumi");
const what = new pulumi.Config().require("what");
const fail = (during, inputs) => {
  const [when, how] = inputs.what.split(":");
  if (when !== during) return;
  if (how === "error") throw new Error(`no luck in ${during}`);
  if (how === "text") throw "only a text";
  if (how === "nothing") throw undefined;
  if (how === "partial") throw Object.assign(new Error("half made"), { id: "half", properties: { ...inputs, size: 1 }, reasons: ["it is slow"] });
  if (how === "exit") process.exit(7);
  if (how === "later") {
    setTimeout(() => { throw new Error("thrown later"); });
    return new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (how === "hang") return new Promise(() => { setInterval(() => {}, 1000); });
  if (how === "print") console.log("printed", during, [1]);
};
const provider = {
  check: async (olds, news) => { await fail("check", news); return { inputs: news }; },
  diff: async (id, olds, news) => { await fail("diff", news); return { changes: true }; },
  create: async (inputs) => { await fail("create", inputs); return { id: "made", outs: { ...inputs, size: 3 } }; },
  read: async (id, props) => { await fail("read", props); return { id, props: { ...props, size: 4 } }; },
  update: async (id, olds, news) => { await fail("update", news); return { outs: { ...news, size: 5 } }; },
  delete: async (id, props) => { await fail("delete", props); },
};
class It extends pulumi.dynamic.Resource {
  constructor(name, args, options) {
    super(provider, name, { ...args, size: undefined }, options);
  }
}
const it = new It("it", { what, password: pulumi.secret("hunter2") }, { customTimeouts: { create: "3s" } });
exports.size = it.size;

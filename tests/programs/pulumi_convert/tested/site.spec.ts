import * as pulumi from "@pulumi/pulumi";
import * as assert from "assert";
import "mocha";

pulumi.runtime.setMocks({
  newResource: (args: pulumi.runtime.MockResourceArgs): { id: string; state: any } => {
    switch (args.type) {
      case "random:index/randomPassword:RandomPassword":
        return { id: "none", state: { ...args.inputs, result: "x".repeat(args.inputs.length) } };
      default:
        return { id: `${args.name}-id`, state: args.inputs };
    }
  },
  call: (args: pulumi.runtime.MockCallArgs) => args.inputs,
});

function promiseOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

describe("The site", function () {
  let site: typeof import("../site");

  before(async function () {
    site = await import("../site");
  });

  it("has a stack", () => assert.equal(site.stack, "stack"));

  describe("its token", function () {
    it("has a length", function (done) {
      pulumi.all([site.token.length, site.token.result]).apply(([length, result]) => {
        if (length === 20 && result.length === 20) done();
        else done(new Error(`its length is ${length}`));
      });
    });
    it("is long", function (done) {
      site.token.length.apply((length) => done(length > 30 ? undefined : new Error("it is short")));
    });
  });

  it("has a URL", async () => {
    const url = await promiseOf(site.url);
    assert.equal(url, "https://pet-id.example.com");
  });
});

// A server of a hook that stays open (tests/it/pulumi_sdk/mocha.rs).
const net = require("net");

before((done) => {
  net.createServer().listen(0, "127.0.0.1", done);
});
it("is first", () => {});
it("is last", () => {});

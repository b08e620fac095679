// Failing hooks, `this` of groups, and servers of hooks (tests/it/pulumi_sdk/mocha.rs).
const assert = require("assert");
const net = require("net");

const said = [];
const say = (text) => said.push(text);

after(() => console.log(`said: ${said.join(", ")}`));

describe("this", () => {
  before(function () {
    this.value = 1;
  });
  describe("inner", function () {
    afterEach(function () {
      say(`${this.currentTest.fullTitle()} ${this.currentTest.state}`);
    });
    it("sees it", function () {
      assert.equal(this.value, 1);
    }).timeout(10000);
    it("skips itself", function () {
      this.skip();
    });
  }).timeout(10000);
});

describe("hooks", () => {
  afterEach(() => say("outer"));
  after(() => say("outer after"));
  describe("inner", () => {
    afterEach(() => {
      throw new Error("of the hook");
    });
    afterEach(() => say("second"));
    after(() => {
      throw new Error("behind all");
    });
    it("fails", () => {
      throw new Error("of the test");
    });
    it.skip("is left out", () => say("never"));
  });
  it("goes on", () => {});
});

describe("servers", () => {
  let server;
  before((done) => {
    server = net.createServer().listen(0, "127.0.0.1", done);
  });
  after((done) => server.close(done));
  it("one", () => assert.ok(server.listening));
  it("two", () => assert.ok(server.listening));
});

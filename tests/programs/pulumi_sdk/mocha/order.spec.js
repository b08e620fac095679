// Hooks, and the forms of tests (tests/it/pulumi_sdk/mocha.rs). What each prints is the same with Mocha on Node.
const { it } = require("mocha");
const assert = require("assert");

const said = [];
const say = (text) => said.push(text);

before("of the file", () => say("before all"));
after(() => console.log(`said: ${said.join(", ")}`));

describe("outer", function () {
  this.timeout(10000);
  before(async () => say("before outer"));
  after((done) => setTimeout(() => {
    say("after outer");
    done();
  }, 1));
  beforeEach("named", (done) => {
    say("each");
    done();
  });
  afterEach(() => say("end"));

  it("is pending");
  it("passes", () => say("passes"));
  it.skip("is skipped", () => say("never"));
  it("skips itself", function () {
    this.skip();
  });
  it("fails by done", (done) => done(new Error("on purpose")));
  it("fails later", async () => {
    await null;
    assert.equal(1, 2, "one is not two");
  });

  context("inner", () => {
    beforeEach(() => say("inner each"));
    before(() => say("before inner"));
    specify("comes last", async () => say("comes last"));
  });
  describe.skip("left out", () => {
    before(() => say("never"));
    it("is not run", () => say("never"));
  });
});

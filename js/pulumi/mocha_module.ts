// The package mocha as tests of a program of Pulumi import it: a part of lumi stands in its place, as it runs tests itself.

import { mocha } from "./mocha.ts";

export const {
  describe,
  context,
  it,
  specify,
  before,
  after,
  beforeEach,
  afterEach,
  xdescribe,
  xcontext,
  xit,
  xspecify,
  suite,
  test,
  setup,
  teardown,
  suiteSetup,
  suiteTeardown,
} = mocha;
export default mocha;

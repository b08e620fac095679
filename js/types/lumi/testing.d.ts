export { assert, assertAlmostEquals, assertArrayIncludes, assertEquals, assertExists, assertFalse, assertGreater, assertInstanceOf, AssertionError, assertLess, assertMatch, assertNotEquals, assertNotMatch, assertObjectMatch, assertRejects, assertStrictEquals, assertStringIncludes, assertThrows, fail, } from "./property/assertions.js";
export type { MockCallArgs, MockInvokeArgs, MockLog, MockOptions, MockResourceArgs, MockResourceResult, Mocks, } from "./testing/mock_options.js";
export { run } from "./testing/mocked_run.js";
export { unknown } from "./data/unknown.js";
export type { RunResource, RunResult } from "./testing/run_result.js";
export { value } from "./property/settled_value.js";
export { type Test, test, type TestFunction, type TestOptions } from "./testing/test_registry.js";

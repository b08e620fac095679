export { assert, assertAlmostEquals, assertArrayIncludes, assertEquals, assertExists, assertFalse, assertGreater, assertInstanceOf, AssertionError, assertLess, assertMatch, assertNotEquals, assertNotMatch, assertObjectMatch, assertRejects, assertStrictEquals, assertStringIncludes, assertThrows, fail, } from "./assertions.js";
export type { MockCallArgs, MockInvokeArgs, MockLog, MockOptions, MockResourceArgs, MockResourceResult, Mocks, } from "./mock_options.js";
export { run } from "./mocked_run.js";
export { unknown } from "./unknown.js";
export type { RunResource, RunResult } from "./run_result.js";
export { value } from "./settled_value.js";
export { type Test, test, type TestFunction, type TestOptions } from "./test_registry.js";

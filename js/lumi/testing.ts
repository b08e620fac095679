// lumi/testing: unit tests for programs, run by `lumi test FILE...`.

export {
  assert,
  assertAlmostEquals,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertInstanceOf,
  AssertionError,
  assertLess,
  assertMatch,
  assertNotEquals,
  assertNotMatch,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  fail,
} from "./property/assertions.ts";
export type {
  MockCallArgs,
  MockInvokeArgs,
  MockLog,
  MockOptions,
  MockResourceArgs,
  MockResourceResult,
  Mocks,
} from "./testing/mock_options.ts";
export { run } from "./testing/mocked_run.ts";
export { unknown } from "./data/unknown.ts";
export type { RunResource, RunResult } from "./testing/run_result.ts";
export { value } from "./property/settled_value.ts";
export { type Test, test, type TestFunction, type TestOptions } from "./testing/test_registry.ts";

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
} from "./assertions.ts";
export type {
  MockCallArgs,
  MockInvokeArgs,
  MockLog,
  MockOptions,
  MockResourceArgs,
  MockResourceResult,
  Mocks,
} from "./mock_options.ts";
export { run } from "./mocked_run.ts";
export { unknown } from "./unknown.ts";
export type { RunResource, RunResult } from "./run_result.ts";
export { value } from "./settled_value.ts";
export { type Test, test, type TestFunction, type TestOptions } from "./test_registry.ts";

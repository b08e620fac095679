// What a test says about the world its program sees.

import type { Resource } from "../resource/resource.ts";

/** What a mock is told about a resource. Values are settled; secrets are in clear. */
export interface MockResourceArgs {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** False for components. */
  readonly custom: boolean;
  readonly inputs: Record<string, any>;
  /** The id to read, for resources that are read instead of created. */
  readonly id: string | undefined;
  /** The URN of the provider, if the program chose one. */
  readonly provider: string | undefined;
}

/** The outputs stand on top of the inputs, which are outputs too. */
export interface MockResourceResult {
  id?: string;
  outputs?: Record<string, unknown>;
}

export interface MockInvokeArgs {
  readonly token: string;
  readonly args: Record<string, any>;
  readonly provider: string | undefined;
}

export interface MockCallArgs {
  readonly token: string;
  readonly resource: Resource;
  readonly args: Record<string, any>;
}

/**
 * Stand-ins for the providers. What is not mocked: ids are `NAME-id`, outputs are the inputs, and those of `std`
 * have made-up values of the right types for the rest.
 */
export interface Mocks {
  resource?(args: MockResourceArgs): MockResourceResult | undefined | Promise<MockResourceResult | undefined>;
  invoke?(args: MockInvokeArgs): unknown;
  call?(args: MockCallArgs): unknown;
}

export interface MockOptions {
  mocks?: Mocks;
  /** Keys without `:` belong to the project. Values that are not text are given as JSON; `secret(...)` makes one secret. */
  config?: Record<string, unknown>;
  project?: string;
  stack?: string;
  args?: string[];
  /** As a preview: nothing is created, so ids and outputs beyond the inputs are unknown. */
  dryRun?: boolean;
}

/** A message of the program. */
export interface MockLog {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** The URN of the resource it belongs to. */
  readonly resource: string | undefined;
}

// The options of mocked runs.

import type { Resource } from "../resource/resource.ts";

/** The resource that a mock answers for. Values are settled; secrets are in clear. */
export interface MockResourceArgs {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** False for components. */
  readonly custom: boolean;
  readonly inputs: Record<string, any>;
  /** The id to read, for resources that are read instead of created. */
  readonly id: string | undefined;
  /** The URN of the provider, if the program set one. */
  readonly provider: string | undefined;
}

/** The result of a mocked resource. The inputs are outputs, too; `outputs` override them. */
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
 * Mocks of the providers. Resources without a mock have the id `NAME-id` and their inputs as
 * outputs; resources of `std` also have made-up outputs of the right types.
 */
export interface Mocks {
  resource?(args: MockResourceArgs): MockResourceResult | undefined | Promise<MockResourceResult | undefined>;
  invoke?(args: MockInvokeArgs): unknown;
  call?(args: MockCallArgs): unknown;
}

export interface MockOptions {
  mocks?: Mocks;
  /**
   * The configuration, over the defaults of `Lumi.yaml`. Keys without `:` belong to the project. Values other than text are given as
   * JSON; `secret(...)` makes a value secret.
   */
  config?: Record<string, unknown>;
  project?: string;
  stack?: string;
  args?: string[];
  /** Runs as a preview: nothing is created, so ids and outputs beyond the inputs are unknown. */
  dryRun?: boolean;
}

/** A log message of the program. */
export interface MockLog {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** The URN of the message's resource. */
  readonly resource: string | undefined;
}

// The declarations of a program under test, with all values settled.

import type { MockMonitor, MockRecord } from "./mock_monitor.ts";
import type { MockLog } from "./mock_options.ts";
import { nearestName } from "../data/nearest_name.ts";
import { isGroup } from "../protocol/ops.ts";
import { secretPaths } from "../data/secret_paths.ts";

/** A resource that a program declared. Values are settled; those that a deployment would know are `unknown`. */
export interface RunResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** False for components. */
  readonly custom: boolean;
  readonly id: any;
  readonly inputs: Record<string, any>;
  readonly outputs: Record<string, any>;
  /** The paths of secret values, such as `inputs.password`. The values themselves are in clear. */
  readonly secrets: readonly string[];
  /** The URN of the parent. */
  readonly parent: string | undefined;
  /** The URN of the provider, if the program set one. */
  readonly provider: string | undefined;
  /** The source resource (a URN) of each input that has one. */
  readonly edges: readonly { property: string; to: string }[];
  /** The URNs of the resources in `dependsOn`. */
  readonly dependsOn: readonly string[];
  readonly protect: boolean;
  /** All options that apply, with resources as URNs. */
  readonly options: Readonly<Record<string, any>>;
}

/** The result of a program under test. */
export interface RunResult {
  /** The resources in order of declaration, without those whose inputs failed. */
  readonly resources: readonly RunResource[];
  /** The outputs of the stack. */
  readonly outputs: Record<string, any>;
  /** The paths of secret outputs. */
  readonly secrets: readonly string[];
  readonly logs: readonly MockLog[];
  /** False if the program stopped at an `await` of an unknown value. */
  readonly complete: boolean;
  /** The resource of this name; `type` is required only if the name is ambiguous. */
  resource(name: string, type?: string): RunResource;
}

/** @internal */
export function resultOf(monitor: MockMonitor, complete: boolean): RunResult {
  const resources = monitor.records.filter((record) => record.inputs !== null)
    .map((record) => resourceOf(record, monitor));
  return {
    resources,
    outputs: monitor.values(monitor.outputs),
    secrets: secretPaths(monitor.outputs, ""),
    logs: monitor.logs,
    complete,
    resource: (name, type) => find(resources, name, type),
  };
}

function find(resources: readonly RunResource[], name: string, type: string | undefined): RunResource {
  const found = resources.filter((resource) =>
    resource.name === name && (type === undefined || resource.type === type)
  );
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const types = found.map((resource) => resource.type).join(", ");
    throw new Error(`several resources are called "${name}": say of which type, ${types}`);
  }
  const nearest = nearestName(name, resources.map((resource) => resource.name));
  const advice = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  throw new Error(`the program declared no resource "${name}"${advice}`);
}

function resourceOf(record: MockRecord, monitor: MockMonitor): RunResource {
  const { type, name, urn, kind, parent, options } = record;
  const inputs = record.inputs ?? {};
  const outputs = record.outputs ?? {};
  return {
    type,
    name,
    urn,
    custom: !isGroup(kind),
    id: record.id,
    inputs: monitor.values(inputs),
    outputs: monitor.values(outputs),
    secrets: [...secretPaths(inputs, "inputs"), ...secretPaths(outputs, "outputs")],
    parent: parent < 0 ? undefined : monitor.urn(parent),
    provider: options?.provider === undefined ? undefined : monitor.urn(options.provider),
    edges: edgesOf(record, monitor),
    dependsOn: (options?.dependsOn ?? []).map((serial) => monitor.urn(serial)),
    protect: options?.protect ?? false,
    options: optionsOf(record, monitor),
  };
}

const resourceOptions = ["dependsOn", "provider", "providers", "deletedWith", "replaceWith"];

function optionsOf({ options }: MockRecord, monitor: MockMonitor): Record<string, unknown> {
  const name = (value: unknown): unknown => {
    if (typeof value === "number") return monitor.urn(value);
    if (Array.isArray(value)) return value.map(name);
    return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, name(item)]));
  };
  const { replacementTrigger, ...others } = options ?? {};
  const trigger = replacementTrigger === undefined ? {} : monitor.values({ replacementTrigger });
  const entries = [...Object.entries(others), ...Object.entries(trigger)];
  return Object.fromEntries(
    entries.map(([key, value]) => [key, resourceOptions.includes(key) ? name(value) : value]),
  );
}

function edgesOf({ edges }: MockRecord, monitor: MockMonitor): { property: string; to: string }[] {
  const result: { property: string; to: string }[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    result.push({ property: edges[index] as string, to: monitor.urn(edges[index + 1] as number) });
  }
  return result;
}

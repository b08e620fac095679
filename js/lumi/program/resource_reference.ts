// getResource: a resource of another stack, by its URN.

import { CustomResource } from "../resource/custom_resource.ts";
import { cellOf } from "../cell/cell.ts";
import { Kind } from "../protocol/ops.ts";
import type { ResourceWith, TypeToken } from "../property/outputs_of.ts";
import { type AnyClass, markSdkClass, Resource, ResourceKindSpec, typeOfClass } from "../resource/resource.ts";
import { RESOURCE_REFERENCE } from "../resource/resource_state.ts";
import { type Session, session } from "../session/session.ts";
import { captureCallerStack, ValueError } from "../data/value_error.ts";

/** The parts of a URN that a reference is made of. */
interface UrnParts {
  readonly stack: string;
  readonly project: string;
  readonly module: string;
  readonly type: string;
  readonly name: string;
}

const { construct } = Reflect;
const prefix = "urn:lumi:";
const example = "urn:lumi:prod::network::index::aws:s3/bucket:Bucket::logs";
const typeToken = /^[^:\s]+:[^:\s]*:[^:\s]+$/;

/** Stands for a resource of another stack; made with the class of that one, so that it is an instance of it. */
class ResourceReference extends Resource {
  constructor(urn: string, { stack, project, module, type, name }: UrnParts) {
    const place = module === "index" ? "" : `${module}$`;
    const spec = new ResourceKindSpec(Kind.Custom, urn, undefined, type);
    super(RESOURCE_REFERENCE, `${project}/${stack}/${place}${type}/${name}`, { urn }, undefined, spec);
  }
}

markSdkClass(ResourceReference);

/** The references of each session, by URN: two of one URN are one resource of the graph. */
const references = new WeakMap<Session, Map<string, Resource>>();

/**
 * Refers to a resource of another stack of the same backend. Its outputs are those of the last deployment of that stack,
 * which alone manages the resource. This program can use it as an input and in `dependsOn`. A plan fails if the other
 * stack has no resource with this URN.
 *
 * @param type The class of the resource, such as `fs.File`, or its type, such as `"std:fs:File"`.
 * @param urn The URN of the resource, as `lumi state ls --json` shows it in the project of its stack.
 */
export function getResource<T extends Resource>(type: abstract new (...args: any[]) => T, urn: string): T;
export function getResource<Outputs extends object = object, Token extends string = never>(
  type: TypeToken<Token>,
  urn: string,
): ResourceWith<CustomResource, Outputs, Token>;
export function getResource(type: AnyClass | string, urn: string): Resource {
  try {
    return reference(type, urn);
  } catch (error) {
    throw captureCallerStack(error, getResource);
  }
}

function reference(type: AnyClass | string, urn: string): Resource {
  const target = typeof type === "string" ? CustomResource as unknown as AnyClass : type;
  if (typeof target !== "function" || !(target.prototype instanceof Resource)) {
    throw new ValueError('getResource needs the class of the resource, or its type as text, such as "std:fs:File"');
  }
  const parts = partsOf(urn);
  const wanted = typeof type === "string" ? type : typeOfClass(type);
  if (wanted !== undefined && wanted !== parts.type) {
    throw new ValueError(`${urn} is a ${parts.type}, not a ${wanted}: write the class of that type, or another URN`);
  }
  const current = session();
  const { project, stack } = current.context;
  if (parts.project === project && parts.stack === stack) {
    throw new ValueError(`${urn} is a resource of this stack: use the variable of the resource itself`);
  }
  let known = references.get(current);
  if (known === undefined) references.set(current, known = new Map());
  const found = known.get(urn);
  if (found === undefined) {
    const made: Resource = construct(ResourceReference, [urn, parts], target);
    known.set(urn, made);
    return made;
  }
  if (found instanceof target) return found;
  throw new ValueError(`${urn} is referred to with another class before: write the same one in both places`);
}

function partsOf(urn: unknown): UrnParts {
  if (typeof urn !== "string") {
    const isProperty = cellOf(urn) !== undefined;
    const what = isProperty ? "a Property, whose value may not be known yet" : `a value of type ${typeof urn}`;
    throw new ValueError(`getResource needs a URN as text, not ${what}`);
  }
  const parts = urn.split("::");
  const [head = "", project = "", module = "", type = "", name = ""] = parts;
  const stack = head.startsWith(prefix) ? head.slice(prefix.length) : "";
  const isWhole = parts.length === 5 && [stack, project, module, name].every((it) => it !== "") && typeToken.test(type);
  if (isWhole) return { stack, project, module, type, name };
  throw new ValueError(`${JSON.stringify(urn)} is not the URN of a resource; one looks like ${example}`);
}

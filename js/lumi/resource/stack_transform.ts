// Transforms of all resources of a stack.

import { session } from "../session/session.ts";
import type { ResourceTransform } from "./resource_options.ts";
import { checkTransform, stackTransforms } from "./transform.ts";

/**
 * Applies `transform` to every resource declared from now on, after the transforms of the resource
 * and its parents.
 */
export function registerStackTransform(transform: ResourceTransform): void {
  stackTransforms(session()).push(checkTransform(transform));
}

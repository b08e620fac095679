// Components that stand on others: one infra class serves all targets that have the others.

import { ResourceClient } from "../property/client.ts";
import { type Component, infraOf } from "./component.ts";

/** The client of a component that is made of the client of another one: it has the same bindings. */
export function clientOn<Inner>(inner: Component, wrap: (inner: Inner) => object): ResourceClient {
  const { bindings, create } = infraOf(inner)!.client!;
  return new ResourceClient(bindings, (values) => wrap(create(values) as Inner));
}

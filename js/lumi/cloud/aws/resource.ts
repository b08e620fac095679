// Resources of Terraform's provider of AWS, which the package `aws` of the project is.

import type { Inputs, Property } from "../../property/property_types.ts";
import { CustomResource } from "../../resource/custom_resource.ts";
import type { Resource } from "../../resource/resource.ts";

export interface AwsResource extends Resource {
  readonly id: Property<string>;
  readonly arn: Property<string>;
  /** All outputs are text, as far as the target reads them. */
  readonly [output: string]: any;
}

/** A resource such as `sqs_queue`. */
export function resource(
  type: string,
  name: string,
  inputs: Inputs,
  parent: Resource | undefined,
  dependsOn: unknown = [],
): AwsResource {
  const options = { parent, dependsOn } as { parent?: Resource };
  return new CustomResource(`aws:resources:aws_${type}`, name, inputs, options) as unknown as AwsResource;
}

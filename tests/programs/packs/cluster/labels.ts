// Labels that every object gets, in whatever component it is created.

import { getProject, getStack, type ResourceTransform } from "lumi";

const common = { "app.kubernetes.io/part-of": getProject(), "app.kubernetes.io/instance": getStack() };

export const withLabels: ResourceTransform = ({ type, inputs, options }) => {
  if (!type.startsWith("kubernetes:")) return undefined;
  const { metadata = {} } = inputs;
  return { inputs: { ...inputs, metadata: { ...metadata, labels: { ...common, ...metadata.labels } } }, options };
};

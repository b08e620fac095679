import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

const other = random.RandomUuid.get("other", "7fb7fd3c-4b0c-4d8a-9f1c-1d2f3a4b5c6d");
const uuid = random.RandomUuid.get("known", "6fb7fd3c-4b0c-4d8a-9f1c-1d2f3a4b5c6d", undefined, { parent: other });
export const result = pulumi.interpolate`${uuid.result} ${other.id}`;

import { CustomResource, Property } from "lumi";
const p = Property.pending<string>();
const a = new CustomResource("aws:s3:Bucket", "a", { x: p.property });
const b = new CustomResource("aws:s3:Bucket", "b", { y: (a as any).x });
p.resolve((b as any).y);

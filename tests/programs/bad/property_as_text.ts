import { CustomResource } from "lumi";
const a = new CustomResource("aws:s3:Bucket", "a", {});
console.log(`url: ${(a as any).url}`);

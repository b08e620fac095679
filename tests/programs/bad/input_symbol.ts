import { CustomResource } from "lumi";
new CustomResource("aws:s3:Bucket", "a", { tags: { x: Symbol("q") } });

import { CustomResource } from "lumi";
new CustomResource("aws:s3:Bucket", "a", { get bad() { throw new Error("getter"); } });

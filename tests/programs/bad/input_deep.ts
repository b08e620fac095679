import { CustomResource } from "lumi";
let x: any = 1; for (let i = 0; i < 10000; i++) x = { x };
new CustomResource("aws:s3:Bucket", "a", { x });

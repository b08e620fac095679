import { CustomResource } from "lumi";
const x: any = { a: 1, list: [{}] }; x.list[0].self = x;
new CustomResource("aws:s3:Bucket", "a", { x });

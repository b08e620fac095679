import { CustomResource } from "lumi";
new CustomResource("aws-bucket", "a", {});

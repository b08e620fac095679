import { CustomResource, FileAsset } from "lumi";

new CustomResource("cloud:web:Page", "page", { source: new FileAsset("no/such.html") });

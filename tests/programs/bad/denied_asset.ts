import { AssetArchive, CustomResource, FileAsset } from "lumi";

const key = new FileAsset("/etc/hostname");
new CustomResource("cloud:web:Page", "page", { files: new AssetArchive({ key }) });

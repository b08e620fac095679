import { Config } from "lumi";
export const region = new Config().require("region");

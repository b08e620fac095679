import { x } from "lumi/tesing";
x();

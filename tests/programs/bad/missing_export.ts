import { nope } from "./lib.ts";
nope();

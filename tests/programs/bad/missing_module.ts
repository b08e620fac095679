import { yes } from "./libb";
yes;

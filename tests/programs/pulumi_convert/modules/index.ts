import { Cage } from "./cage";
import * as zoo from "./zoo";
import { greeting } from "./text.js";

export const cage = new Cage("cage", 2).size;
export const animals = zoo.names.apply((it) => it.length);
export { greeting };

import { Property } from "lumi";

const pending = Property.pending<string>();
const value = await pending.property;
pending.resolve(value);

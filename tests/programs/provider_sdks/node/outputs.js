import { Archive, Asset, content, files, plain, ResourceReference, Secret, Unknown } from "lumi-sdk/provider";

/** The outputs of a Thing. */
export async function outputsOf(id, serial, inputs) {
  const outputs = { ...inputs };
  if ("value" in inputs) outputs.kind = kindOf(plain(inputs.value));
  outputs.serial = serial;
  outputs.password = new Secret(`p-${id}`);
  const asset = plain(inputs.content ?? null);
  if (asset instanceof Asset && asset.kind !== "uri") outputs.text = (await content(asset)).toString("utf8");
  const archive = plain(inputs.files ?? null);
  // An archive that the library does not unpack has no entries.
  if (archive instanceof Archive) outputs.entries = [...(await files(archive).catch(() => new Map())).keys()];
  return outputs;
}

/** Names the kind of a value; an unknown one stays unknown. */
export function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Unknown) return value;
  const classes = [["secret", Secret], ["asset", Asset], ["archive", Archive], ["resource", ResourceReference]];
  const found = classes.find(([, of]) => value instanceof of);
  return found === undefined ? typeof value : found[0];
}

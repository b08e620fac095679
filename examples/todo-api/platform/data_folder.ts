// Folders for the data of functions, made and removed with the resource they belong to.

import type { Resource } from "lumi";
import { exec } from "lumi/std";
import { folder } from "./place.ts";

/** `kind` is what the platform calls them. */
export function dataFolder(kind: "kv" | "buckets" | "queues", name: string, parent: Resource): exec.Command {
  const path = `${folder}/.data/${kind}/${name}`;
  return new exec.Command(name, {
    // Fails if it is there: what others keep is not to be removed one day.
    create: ["sh", "-c", 'mkdir -p "$(dirname "$1")" && mkdir "$1"', "sh", path],
    read: ["test", "-d", path],
    delete: ["rm", "-rf", path],
  }, { parent });
}

// Folders for the data of functions, made and removed with the component that they belong to.

import type { Property } from "../../property/property.ts";
import type { Resource } from "../../resource/resource.ts";
import * as exec from "../../std/exec.ts";
import { localFolder } from "./place.ts";

/** Makes a folder; `kind` and `space` are the names of the platform. Answers `space` once the folder exists. */
export function dataFolder(
  kind: "kv" | "buckets" | "queues",
  space: string,
  name: string,
  parent: Resource,
): Property<string> {
  const data = `${localFolder()}/.data`;
  const path = `${data}/${kind}/${space}`;
  const made = new exec.Command(name, {
    create: ["sh", "-c", CREATE, "sh", path],
    // Other commands for the folder leave the folder alone.
    update: ["test", "-d", path],
    read: ["test", "-d", path],
    delete: ["sh", "-c", DELETE, "sh", path, data],
  }, { parent });
  return made.urn.then(() => space) as unknown as Property<string>;
}

/** Fails if the folder exists: what others keep is not to be removed one day. The file of a deletion gives way. */
const CREATE = 'mkdir -p "$(dirname "$1")" && if [ -f "$1" ]; then rm "$1"; fi && mkdir "$1"';

/**
 * Functions of a platform that runs may still write. So the folder goes at once, and an empty file takes its place, which no
 * write makes a folder again; the platform removes it at its next start. A write between the two makes another round.
 * Where no platform holds the lock, nothing stays.
 */
const DELETE = `set -e
if [ ! -d "$1" ]; then exit 0; fi
trash=$(mktemp -d "$2/removed-XXXXXX")
round=0
while [ ! -f "$1" ]; do
  if [ "$round" = 1000 ]; then echo "$1 is made again and again" >&2; exit 1; fi
  if [ -d "$1" ]; then mv "$1" "$trash/$round"; fi
  (set -C; : > "$1") 2> /dev/null || :
  round=$((round + 1))
done
rm -rf "$trash"
if [ ! -e "$2/lock" ]; then rm -f "$1"
elif command -v flock > /dev/null; then flock -s -n "$2/lock" rm -f "$1" || :; fi`;

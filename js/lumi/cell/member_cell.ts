// `property.a` and `property[0]`: a member of a value. Known members of a partly unknown value are
// known. Members of null and undefined are undefined, as with `?.`. A member that the output of a
// planned resource lacks is unknown.

import { resolveInto } from "./resolve_into.ts";
import { Cell, State } from "./cell.ts";
import { Failure } from "../data/failure.ts";
import { isPartial } from "../data/partial_data.ts";
import { unknown } from "../protocol/ops.ts";
import { isPlainObject } from "../data/plain_object.ts";
import { formatPath } from "../data/property_path.ts";
import { hasSecretMember, isSecretMember } from "../data/secret_members.ts";
import type { Setting } from "./setting.ts";

const arrayIndex = /^(?:0|[1-9]\d*)$/;

export class MemberCell extends Cell {
  /**
   * The first notification comes from the parent; later ones from a cell that the member follows.
   */
  private isRead = false;

  constructor(private readonly parent: Cell, private readonly key: string) {
    super();
    if (parent.isPending) {
      this.source = parent;
      parent.subscribe(this);
    } else {
      this.notify(parent);
    }
  }

  override notify(cell: Cell): void {
    if (this.isRead) return super.notify(cell);
    this.isRead = true;
    this.source = null;
    // A value that is secret in parts has members that are not secret.
    const { isSecretInParts } = cell;
    const wasSecret = this.isSecret;
    this.absorb(cell);
    if (cell.state === State.Failed) return this.fail(cell.failure);
    // The member is a place of its own if the parent is one; otherwise the hole is the parent's.
    const origin = cell.origin === cell ? this : cell.origin;
    try {
      const value = cell.value === unknown ? unknown : readMember(cell.value, this.key);
      if (isSecretInParts && value !== unknown && !isSecretMember(cell.value, this.key)) {
        this.isSecretInParts = hasSecretMember(value);
        this.isSecret = wasSecret || this.isSecretInParts;
      }
      if (value === unknown) return this.settleHole(origin);
      resolveInto(this, value);
      if (!this.isPending && this.source === null) this.source = origin;
    } catch (error) {
      this.fail(new Failure(error));
    }
  }

  override place(): { serial: number; path: string } | null {
    const keys: (string | number)[] = [];
    let cell: Cell = this;
    for (; cell instanceof MemberCell; cell = cell.parent) {
      keys.push(arrayIndex.test(cell.key) ? Number(cell.key) : cell.key);
    }
    const place = cell.place();
    return place === null ? null : { serial: place.serial, path: formatPath(place.path, keys.reverse()) };
  }

  override setting(): Setting | null {
    const setting = this.parent.setting();
    return setting?.form === "object" ? { ...setting, path: [...setting.path, this.key] } : null;
  }
}

function readMember(value: unknown, key: string): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return key === "length" ? value.length : undefined;
  if (typeof value !== "object") return undefined;
  if (Array.isArray(value) || isPlainObject(value)) {
    if (Object.hasOwn(value, key)) return (value as Record<string, unknown>)[key];
    // Providers add elements to arrays, but no other members.
    return isPartial(value) && (!Array.isArray(value) || arrayIndex.test(key)) ? unknown : undefined;
  }
  const member = (value as Record<string, unknown>)[key];
  return typeof member === "function" ? undefined : member;
}

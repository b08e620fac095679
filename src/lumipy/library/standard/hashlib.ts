// The module `hashlib`: MD5, SHA-1 and SHA-2.

import { hexText } from "../types/bytes.ts";
import { define } from "../calls.ts";
import { PyTypeError, ValueError } from "../errors.ts";
import { Bytes, PyObject } from "../values.ts";
import { md5, sha1 } from "./old_hashes.ts";
import { sha256, sha512 } from "./sha2.ts";

interface Algorithm {
  size: number;
  block: number;
  work: (text: string) => string;
}

const ALGORITHMS: Record<string, Algorithm> = {
  md5: { size: 16, block: 64, work: md5 },
  sha1: { size: 20, block: 64, work: sha1 },
  sha224: { size: 28, block: 64, work: (text) => sha256(text, true).slice(0, 28) },
  sha256: { size: 32, block: 64, work: (text) => sha256(text, false) },
  sha384: { size: 48, block: 128, work: (text) => sha512(text, true).slice(0, 48) },
  sha512: { size: 64, block: 128, work: (text) => sha512(text, false) },
};

/** The digest of a text with a character for each byte, as such a text. */
export function digestOf(name: string, text: string): string {
  const found = ALGORITHMS[name];
  if (found === undefined) throw new ValueError(`unsupported hash type ${name}`);
  return found.work(text);
}

function textOf(value: any): string {
  if (value instanceof Bytes) return value.text;
  if (typeof value === "string") throw new PyTypeError("Strings must be encoded before hashing");
  throw new PyTypeError("object supporting the buffer API required");
}

class Hash extends PyObject {
  static override $init = "!";
  static override $name = "HASH";
  name = "";
  digest_size = 0;
  block_size = 0;
  private text = "";
  override __init__(): any {
    return null;
  }
  of(name: string, value: any): any {
    const found = ALGORITHMS[name];
    if (found === undefined) throw new ValueError(`unsupported hash type ${name}`);
    this.name = name;
    this.digest_size = found.size;
    this.block_size = found.block;
    this.text = textOf(value);
    return this;
  }
  get $update(): string {
    return "data, /";
  }
  update(value: any): any {
    this.text += textOf(value);
    return null;
  }
  get $digest(): string {
    return "";
  }
  digest(): Bytes {
    return new Bytes(digestOf(this.name, this.text));
  }
  get $hexdigest(): string {
    return "";
  }
  hexdigest(): string {
    return hexText(this.digest());
  }
  get $copy(): string {
    return "";
  }
  copy(): any {
    return new Hash().of(this.name, new Bytes(this.text));
  }
  override get $class(): any {
    return Hash;
  }
}

function maker(name: string): any {
  return define(name, "string=, *, usedforsecurity=", (value: any = new Bytes("")) => new Hash().of(name, value));
}

export const hashlib = {
  $name: "hashlib",
  md5: maker("md5"),
  new: define("new", "name, data=, *, usedforsecurity=",
    (name: string, value: any = new Bytes("")) => new Hash().of(name.toLowerCase().replace("-", ""), value)),
  sha1: maker("sha1"),
  sha224: maker("sha224"),
  sha256: maker("sha256"),
  sha384: maker("sha384"),
  sha512: maker("sha512"),
};

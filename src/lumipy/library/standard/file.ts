// Files of the program, whose texts are a part of it.

import { encode } from "../types/bytes.ts";
import { ValueError } from "../errors.ts";
import { Bytes, PyObject } from "../values.ts";

class TextFile extends PyObject {
  static override $init = "!";
  static override $name = "TextIOWrapper";
  private text = "";
  private at = 0;
  private isBytes = false;
  closed = false;
  name = "";
  override __init__(): any {
    return null;
  }
  open(name: string, text: string, isBytes: boolean): any {
    this.name = name;
    this.isBytes = isBytes;
    this.text = isBytes ? encode(text).text : text.replace(/\r\n?/g, "\n");
    return this;
  }
  /** The text up to a place. */
  private upTo(end: number): any {
    if (this.closed) throw new ValueError("I/O operation on closed file.");
    const part = this.text.slice(this.at, end);
    this.at = end;
    return this.isBytes ? new Bytes(part) : part;
  }
  get $read(): string {
    return "size=, /";
  }
  read(size: any = -1): any {
    const isAll = size === null || size < 0;
    return this.upTo(isAll ? this.text.length : Math.min(this.text.length, this.at + size));
  }
  get $readline(): string {
    return "";
  }
  readline(): any {
    const end = this.text.indexOf("\n", this.at);
    return this.upTo(end < 0 ? this.text.length : end + 1);
  }
  get $readlines(): string {
    return "";
  }
  readlines(): any[] {
    return Array.from(this.__iter__());
  }
  get $close(): string {
    return "";
  }
  close(): any {
    this.closed = true;
    return null;
  }
  *__iter__(): any {
    while (this.at < this.text.length) yield this.readline();
  }
  __enter__(): any {
    return this;
  }
  __exit__(): boolean {
    this.closed = true;
    return false;
  }
  override get $class(): any {
    return TextFile;
  }
}

/** `open(path)` of a file that was read when the program was compiled. */
export function opened(path: string, text: string, isBytes: boolean): any {
  return new TextFile().open(path, text, isBytes);
}

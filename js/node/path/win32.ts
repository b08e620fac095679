// node:path/win32: paths of Windows.

import { win32 } from "./path.ts";

export const {
  basename,
  delimiter,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  matchesGlob,
  normalize,
  parse,
  posix,
  relative,
  resolve,
  sep,
  toNamespacedPath,
} = win32;
export { win32 };
export default win32;

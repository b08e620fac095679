//! Parts of the standard library with a form of their own, and members of Node's modules.

use super::*;
use crate::verify;

/// Parts of the library with a form of their own are read from source as they were, and have functions in JavaScript where they need them.
#[test]
fn the_library_is_read_as_it_was() {
    for (text, in_script) in [
        ("export const a = new Date(0).toISOString();", "$date(0)"),
        (
            "const $date = 1; export const a = new Date($date);",
            "$date$($date)",
        ),
        (
            "export const a = Symbol(\"a\").description;",
            "Symbol(\"a\")",
        ),
        ("export const a = (-12n) ** 2n;", "BigInt(\"12\")"),
        (
            "export const a = Object.prototype.hasOwnProperty.call({}, \"b\");",
            "Object.hasOwn({}, \"b\")",
        ),
        (
            "import * as path from \"node:path\"; export const a = path.posix.join(\"a\", \"b\");",
            "path.posix.join(\"a\", \"b\")",
        ),
        (
            "import path, { sep } from \"node:path\"; export const a = path.join(\"a\", sep);",
            "path.join(\"a\", sep)",
        ),
        (
            "import { win32 } from \"node:path\"; export const a = win32.sep;",
            "win32.sep",
        ),
        (
            "import { createHash } from \"node:crypto\"; export const a = createHash(\"md5\").digest(\"hex\");",
            "createHash(\"md5\")",
        ),
    ] {
        let pack = verify(&built_text(text).bytes).unwrap();
        let source = &pack.sources()[0].1;
        assert_eq!(
            built_text(source).manifest.code,
            pack.manifest.code,
            "{source}"
        );
        let script = &pack.scripts()[0].code;
        assert!(script.contains(in_script), "{script}");
    }
}

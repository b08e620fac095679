//! Advice for a module that uses what only CommonJS has.

/// Advice for V8's message about a name that is not there. Modules of packages without `import` and `export` are
/// CommonJS, and have these names.
pub fn commonjs_advice(message: &str) -> Option<String> {
    let name = message.strip_suffix(" is not defined")?;
    let instead = match name {
        "__dirname" => "`import.meta.dirname`",
        "__filename" => "`import.meta.filename`",
        "require" => {
            "`import … from \"…\"`, or `const require = createRequire(import.meta.url)` with \
             `createRequire` of \"node:module\""
        }
        "module" | "exports" => "`export`",
        "describe" | "beforeEach" | "afterEach" => return Some(OF_MOCHA.to_owned()),
        "jest" | "vi" | "expect" | "beforeAll" | "afterAll" => return Some(OF_OTHERS.to_owned()),
        _ => return None,
    };
    Some(format!(
        "the file is an ES module, which has no `{name}`: write {instead}"
    ))
}

/// The functions of Mocha are there in files of tests of programs of Pulumi (docs/pulumi.md). Others, such as `it`, have names
/// that programs may have mistyped.
const OF_MOCHA: &str = "the functions of Mocha are there for tests of programs of Pulumi alone, which `lumi test` runs; \
                        write others with `test` of \"lumi/testing\"";

/// Functions that Jest and Vitest make global.
const OF_OTHERS: &str = "the functions of Jest and Vitest are there in Node alone, by `npx jest` and `npx vitest run`; `lumi test` \
                         runs tests for Mocha and of \"lumi/testing\", and `lumi convert` rewrites tests of Jest and Vitest for it";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_commonjs_have_an_equivalent() {
        for (message, expected) in [
            (
                "__dirname is not defined",
                Some("write `import.meta.dirname`"),
            ),
            (
                "__filename is not defined",
                Some("write `import.meta.filename`"),
            ),
            ("require is not defined", Some("createRequire")),
            ("exports is not defined", Some("write `export`")),
            ("module is not defined", Some("write `export`")),
            (
                "describe is not defined",
                Some("with `test` of \"lumi/testing\""),
            ),
            (
                "beforeEach is not defined",
                Some("with `test` of \"lumi/testing\""),
            ),
            ("jest is not defined", Some("by `npx jest`")),
            ("expect is not defined", Some("`lumi convert` rewrites")),
            ("it is not defined", None),
            ("suite is not defined", None),
            ("requires is not defined", None),
            ("require is not a function", None),
        ] {
            let advice = commonjs_advice(message);
            let is_expected = match (&advice, expected) {
                (Some(advice), Some(part)) => advice.contains(part),
                (None, None) => true,
                _ => false,
            };
            assert!(is_expected, "{message}: {advice:?}");
        }
    }
}

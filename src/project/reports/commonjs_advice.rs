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
        _ => return None,
    };
    Some(format!(
        "the file is an ES module, which has no `{name}`: write {instead}"
    ))
}

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

//! Detects texts with a template placeholder that was not text.

/// Describes a path or a URL in which a template put a value that cannot be written as text: a
/// promise, an object, or undefined.
pub fn template_mistake(text: &str) -> Option<String> {
    let is_part = |name: &str| {
        text.split(['/', '?', '&', '=', '#', ':'])
            .any(|it| it == name)
    };
    let (found, why) = if text.contains("[object Promise]") {
        let why = "it was made from a promise: write `await` before the call that returns it";
        ("[object Promise]", why)
    } else if text.contains("[object Object]") {
        let why = "it was made from an object: name the member that you mean";
        ("[object Object]", why)
    } else if is_part("undefined") {
        let why = "it was made from a missing value: look for a misspelt name, or a missing \
                   `await`";
        ("undefined", why)
    } else {
        return None;
    };
    Some(format!("which holds `{found}`, so {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_texts_are_found_as_whole_words() {
        for text in [
            "out/undefined-behaviour.md",
            "a/[b]",
            "http://undefined.test/a",
            "object",
        ] {
            assert_eq!(template_mistake(text), None, "{text}");
        }
        let texts = [
            "out/undefined",
            "undefined/a",
            "http://a/x?id=undefined",
            "out/[object Promise].txt",
            "http://a/[object Object]/b",
        ];
        let slips = texts.map(|it| template_mistake(it).unwrap());
        insta::assert_snapshot!(slips.join("\n"), @r"
        which holds `undefined`, so it was made from a missing value: look for a misspelt name, or a missing `await`
        which holds `undefined`, so it was made from a missing value: look for a misspelt name, or a missing `await`
        which holds `undefined`, so it was made from a missing value: look for a misspelt name, or a missing `await`
        which holds `[object Promise]`, so it was made from a promise: write `await` before the call that returns it
        which holds `[object Object]`, so it was made from an object: name the member that you mean
        ");
    }
}

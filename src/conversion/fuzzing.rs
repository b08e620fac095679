//! Entry points of `make fuzz`: programs of other tools.

use crate::note::{Note, NoteKind};
use crate::pulumi::{PackageSetting, PulumiPackages, convert_module, relative_imports};

/// A part of `config/vars.js` of a package.
const SETTINGS: &str = "const __config = new pulumi.Config(\"aws\");\nObject.defineProperty(exports, \"region\", {\n    get() {\n        \
     return __config.get(\"region\") ?? (utilities.getEnv(\"AWS_REGION\") ?? \"here\");\n    },\n});\n";

/// Converts a module. The edits must not overlap, and the result is a module with nothing more to convert, unless a note
/// says that a part of the module has not been converted: a name of that part may no longer be imported.
pub fn pulumi(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        convert(text);
    }
}

/// Returns whether the text is a module.
fn convert(text: &str) -> bool {
    let mut is_module = false;
    let providers = ["aws", "random"].map(|it| (format!("@pulumi/{it}"), it.to_owned()));
    let packages = PulumiPackages {
        providers: providers.into(),
        libraries: ["kit".to_owned()].into(),
        settings: [("@pulumi/aws".to_owned(), PackageSetting::all(SETTINGS))].into(),
    };
    for file in ["index.ts", "index.tsx"] {
        let Ok(first) = convert_module(file, text, &packages) else {
            continue;
        };
        is_module = true;
        let again = convert_module(file, &first.text, &packages)
            .unwrap_or_else(|fault| panic!("{fault}:\n{text}\nbecame\n{}", first.text));
        let is_whole = |it: &Note| it.kind != NoteKind::NotConverted;
        if first.notes.iter().all(is_whole) {
            assert_eq!(again.text, first.text, "converted twice:\n{text}");
        }
        let lines = text.split(['\n', '\r', '\u{2028}', '\u{2029}']).count();
        for note in first.notes {
            let line = usize::try_from(note.place.line).unwrap_or_default();
            assert!((1..=lines).contains(&line), "{note:?}:\n{text}");
        }
        let imports = relative_imports(file, text);
        imports.expect("BUG: a converted module has imports");
    }
    is_module
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated_inputs::mutate;
    use crate::saved_inputs::replay;

    #[test]
    fn saved_inputs_pass() {
        replay("conversion_pulumi", |bytes| {
            assert!(convert(std::str::from_utf8(bytes).unwrap()));
        });
    }

    /// Lines and words of other programs, and of none, in the place of words.
    #[test]
    fn changed_programs_are_converted_or_refused() {
        let strange = [
            "(",
            "[",
            "{",
            "}",
            ":",
            ";",
            "\n",
            "`",
            "'",
            "\"",
            "/*",
            "*/",
            "//",
            "!",
            "?",
            "as any",
            "@",
            "\u{e9}",
            "\r",
            "export ",
            "declare ",
            "readonly ",
            "<T>",
            "...",
            "\\u{61}",
            "await ",
        ];
        mutate("conversion_pulumi", &strange, 2_000, pulumi);
    }
}

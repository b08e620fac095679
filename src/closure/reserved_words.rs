//! Words that cannot be names of variables.

#[rustfmt::skip]
const WORDS: [&str; 49] = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger",
    "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally",
    "for", "function", "if", "implements", "import", "in", "instanceof", "interface", "let", "new",
    "null", "package", "private", "protected", "public", "return", "static", "super", "switch",
    "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "with", "yield",
];

/// Whether a word cannot be the name of a variable of a module.
pub fn is_reserved_word(word: &str) -> bool {
    WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_so_that_they_can_be_searched() {
        assert!(WORDS.is_sorted());
        assert!(is_reserved_word("yield") && !is_reserved_word("it"));
    }
}

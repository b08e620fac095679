//! Texts that are printed as they are.

/// Whether a pattern of a regular expression ends where it should.
pub fn is_regex(pattern: &str, flags: &str) -> bool {
    let mut in_class = false;
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => return false,
            '\\' => match characters.next() {
                None | Some('\n' | '\r' | '\u{2028}' | '\u{2029}') => return false,
                Some(_) => {}
            },
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return false,
            _ => {}
        }
    }
    let is_flag = |it: char| "dgimsuvy".contains(it);
    !pattern.is_empty() && !pattern.starts_with('*') && !in_class && flags.chars().all(is_flag)
}

/// Whether the written text of a template ends where it should.
pub fn is_raw_template(text: &str) -> bool {
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '`' | '\r' => return false,
            '\\' if characters.next().is_none() => return false,
            '$' if characters.peek() == Some(&'{') => return false,
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_do_not_end_early() {
        assert!(is_regex(r"^[a-z/]+\/(\d)$", "gu"));
        for (pattern, flags) in [
            ("/; evil(); /", ""),
            ("a\nb", ""),
            ("", ""),
            ("[", ""),
            ("a\\", ""),
            ("a", "x"),
            ("*/", ""),
        ] {
            assert!(!is_regex(pattern, flags), "{pattern}");
        }
        assert!(is_raw_template(r"a \` b \${c} $d"));
        for text in ["`", "a${b}", "\\"] {
            assert!(!is_raw_template(text), "{text}");
        }
    }
}

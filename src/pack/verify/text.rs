//! Texts that the printer copies without quotes.

/// Whether a pattern of a regular expression, and each class and group in it, ends where it should.
pub fn is_regex(pattern: &str, flags: &str) -> bool {
    let mut open_groups = 0_usize;
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
            '(' if !in_class => open_groups += 1,
            ')' if !in_class => match open_groups.checked_sub(1) {
                Some(rest) => open_groups = rest,
                None => return false,
            },
            _ => {}
        }
    }
    let is_closed = !in_class && open_groups == 0;
    is_closed && !pattern.is_empty() && !pattern.starts_with('*') && are_flags(flags)
}

/// Whether each flag exists and is there once. `v` is another form of `u`.
fn are_flags(flags: &str) -> bool {
    let mut known: Vec<char> = Vec::new();
    let are_single = flags.chars().all(|it| {
        let is_new = "dgimsuvy".contains(it) && !known.contains(&it);
        known.push(it);
        is_new
    });
    are_single && !(known.contains(&'u') && known.contains(&'v'))
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
        assert!(is_regex(r"[()]\((?:a(b))", "dgimsuy"));
        for (pattern, flags) in [
            ("/; evil(); /", ""),
            ("a\nb", ""),
            ("", ""),
            ("[", ""),
            ("a\\", ""),
            ("a", "x"),
            ("*/", ""),
            ("a", "gg"),
            ("a", "uv"),
            ("a", "gig"),
            ("(a", ""),
            ("a)", ""),
        ] {
            assert!(!is_regex(pattern, flags), "{pattern}");
        }
        assert!(is_raw_template(r"a \` b \${c} $d"));
        for text in ["`", "a${b}", "\\"] {
            assert!(!is_raw_template(text), "{text}");
        }
    }
}

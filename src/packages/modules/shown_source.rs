//! Sources of modules in messages.

/// A text without what may be a permission to read something: users with passwords in URLs, and what follows `?`.
pub fn without_credentials(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        shown.push_str(before);
        let is_end = |it: char| it.is_whitespace() || matches!(it, '/' | '\'' | '"' | '`');
        let end = after.find(is_end).unwrap_or(after.len());
        // The last `@` of the part with the host.
        let host = after[..end].rfind('@').map_or(0, |it| it + 1);
        rest = &after[host..];
    }
    shown.push_str(rest);
    without_queries(&shown)
}

fn without_queries(text: &str) -> String {
    let mut shown = String::new();
    let mut is_query = false;
    for character in text.chars() {
        match character {
            '?' => {
                shown.push_str("?…");
                is_query = true;
            }
            '\'' | '"' | '`' => is_query = false,
            it if it.is_whitespace() => is_query = false,
            _ => {}
        }
        if !is_query {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_left_out() {
        for (text, shown) in [
            ("git::https://a.example/b", "git::https://a.example/b"),
            ("https://u:p@a.example/b?sig=1", "https://a.example/b?…"),
            (
                "'https://u:p@x@a.example/b?sig=1' no",
                "'https://a.example/b?…' no",
            ),
            ("git@a.example:b", "git@a.example:b"),
            (
                "https://u:p@a.example ssh://v@b.example/",
                "https://a.example ssh://b.example/",
            ),
        ] {
            assert_eq!(without_credentials(text), shown);
        }
    }
}

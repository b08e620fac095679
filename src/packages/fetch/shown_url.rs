//! URLs in messages.

use std::fmt;

use reqwest::Url;

/// A URL without what may be a permission to read it: a user with a password, and what follows the path.
pub struct ShownUrl<'a>(pub &'a Url);

impl fmt::Display for ShownUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(url) = self;
        let has_user = !url.username().is_empty() || url.password().is_some();
        if !has_user && url.query().is_none() && url.fragment().is_none() {
            return write!(f, "{url}");
        }
        let query = if url.query().is_some() { "?…" } else { "" };
        let mut plain = (*url).clone();
        plain.set_query(None);
        plain.set_fragment(None);
        // URLs without a host have no user.
        let _ = plain.set_username("").and(plain.set_password(None));
        write!(f, "{plain}{query}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_in_urls_are_not_shown() {
        for (text, shown) in [
            ("https://a.example/x%20y", "https://a.example/x%20y"),
            ("https://u:p@a.example:8/x", "https://a.example:8/x"),
            ("https://u@a.example", "https://a.example/"),
            ("https://:p@a.example/", "https://a.example/"),
            ("https://a.example/x?signature=1#f", "https://a.example/x?…"),
            ("https://a.example/x#f", "https://a.example/x"),
            ("data:text/plain,x?y", "data:text/plain,x?…"),
        ] {
            assert_eq!(ShownUrl(&Url::parse(text).unwrap()).to_string(), shown);
        }
    }
}

//! Escapes text for XML and HTML.

use std::fmt::{self, Display, Write as _};

use super::super::text::escaped_text::{is_hidden, write_escaped};

/// Text escaped for element content and quoted attributes.
pub struct Markup<'a>(pub &'a str);

impl Display for Markup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // XML cannot represent these characters, even escaped.
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ if is_hidden(character) => write_escaped(f, character)?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_tag_or_an_attribute() {
        let text = "</title><script>'\"&amp;\u{0}\n\u{202e}\u{ffff}";
        insta::assert_snapshot!(
            Markup(text),
            @r"&lt;/title&gt;&lt;script&gt;&#39;&quot;&amp;amp;\u{0}\n\u{202e}�"
        );
    }
}

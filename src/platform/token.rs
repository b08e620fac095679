//! Tokens, which prove that a request comes from a function of this platform, from its operator, or from others who may call
//! functions.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

use data_encoding::HEXLOWER;

/// The least number of characters of a token that others have made.
const MIN_LENGTH: usize = 32;

/// A random text, which web pages cannot know.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(HEXLOWER.encode(&bytes)))
    }

    /// The token of a file; `None` for a text that is too short or has other characters than those of a header's token.
    pub fn parse(text: &str) -> Option<Self> {
        let is_usable = text.len() >= MIN_LENGTH && text.bytes().all(|it| it.is_ascii_graphic());
        is_usable.then(|| Self(text.to_owned()))
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether an `authorization` header contains the token. Compares in constant time.
    pub fn is_in(&self, header: Option<&[u8]>) -> bool {
        let given = header.and_then(|it| it.split_at_checked("Bearer ".len()));
        let Some((scheme, given)) = given else {
            return false;
        };
        let mine = self.0.as_bytes();
        let differs = mine.iter().zip(given).fold(0, |all, (a, b)| all | (a ^ b));
        scheme.eq_ignore_ascii_case(b"Bearer ") && given.len() == mine.len() && differs == 0
    }

    /// Writes the token to a file for other tools of the same user.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)?.write_all(self.0.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_tokens_and_spaces_are_refused() {
        let long = "0123456789abcdefghijABCDEFGHIJ-_";
        let token = Token::parse(long).unwrap();
        assert!(token.is_in(Some(format!("Bearer {long}").as_bytes())));
        for wrong in [
            "",
            &long[1..],
            &format!("{long} {long}"),
            &format!("{long}é"),
        ] {
            assert!(Token::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn only_the_whole_token_will_do() {
        let token = Token::random().unwrap();
        let with = |text: &str| token.is_in(Some(text.as_bytes()));
        assert!(with(&format!("Bearer {}", token.text())));
        assert!(with(&format!("bearer {}", token.text())));
        assert!(!token.is_in(None));
        for wrong in ["", "Bearer ", "Bearer 00", token.text()] {
            assert!(!with(wrong), "{wrong}");
        }
        assert!(!with(&format!("Bearer {}0", token.text())));
        let other = Token::random().unwrap();
        assert!(!with(&format!("Bearer {}", other.text())));
    }
}

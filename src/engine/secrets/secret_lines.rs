//! The lines of secret texts that are masked by themselves.
//!
//! A message may quote a single line of a secret. But a secret text is often made of public text and one secret, such
//! as a file with settings, and its public lines are in other places, too.

/// The shortest line of a secret of other resources, in bytes.
const MIN_LINE: usize = 16;
/// The shortest line in messages of the resource itself, in bytes.
const MIN_OWN_LINE: usize = 8;
/// The longest label of PEM, in bytes: `ENCRYPTED PRIVATE KEY` has 21.
const MAX_LABEL: usize = 32;
/// The least number of different characters of a line that cannot be guessed.
const MIN_DIFFERENT: usize = 8;

/// Which lines of a secret text are masked by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretLines {
    /// In messages of the resource that has the secret: all but short ones.
    Long,
    /// Of a secret that a user set as a whole: those that are long and have many different characters.
    Telling,
    /// Of all other secrets, which may be made of public text: those that look like keys.
    Keys,
}

impl SecretLines {
    /// The lines of a text; none of a text in one line.
    pub fn of(self, text: &str) -> impl Iterator<Item = &str> {
        let lines = text.lines().map(str::trim);
        lines.filter(move |it| it.len() < text.len() && self.has(it))
    }

    fn has(self, line: &str) -> bool {
        match self {
            _ if is_mark(line) => false,
            Self::Long => line.len() >= MIN_OWN_LINE,
            Self::Telling => is_telling(line),
            Self::Keys => is_telling(line) && is_key(line),
        }
    }
}

/// Whether a line is nothing but the first or the last one of PEM.
fn is_mark(line: &str) -> bool {
    let begin = line.strip_prefix("-----BEGIN ");
    let rest = begin.or_else(|| line.strip_prefix("-----END "));
    let label = rest.and_then(|it| it.strip_suffix("-----"));
    let is_of_label = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b' ';
    label.is_some_and(|it| it.len() <= MAX_LABEL && it.bytes().all(is_of_label))
}

fn is_telling(line: &str) -> bool {
    let mut seen = std::collections::HashSet::new();
    line.len() >= MIN_LINE && line.chars().filter(|it| seen.insert(*it)).count() >= MIN_DIFFERENT
}

/// Whether a line looks like base64 or hexadecimal digits.
fn is_key(line: &str) -> bool {
    let digits = line.trim_end_matches('=').as_bytes();
    let is_digit = |it: &u8| it.is_ascii_alphanumeric() || b"+/-_".contains(it);
    digits.iter().all(is_digit)
        && digits.iter().any(u8::is_ascii_digit)
        && digits.iter().any(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_lines_around_a_secret_are_no_secrets() {
        let text = "-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA7bq1\n  region=eu-central-1\n===================\nport: 80\n";
        let lines = |it: SecretLines| it.of(text).collect::<Vec<_>>();
        let own = lines(SecretLines::Long);
        assert_eq!(own.len(), 4);
        assert_eq!(
            lines(SecretLines::Telling),
            ["MIIEpAIBAAKCAQEA7bq1", "region=eu-central-1"]
        );
        assert_eq!(lines(SecretLines::Keys), ["MIIEpAIBAAKCAQEA7bq1"]);
        assert_eq!(SecretLines::Long.of("in one line").count(), 0);
        // A key that a form or a variable has joined into few lines.
        let joined = "-----BEGIN KEY----- MIIEpAIBAAKCAQEA7bq1\n-----END KEY-----:hunter2hunter2\n-----BEGIN mykey7pass-----\n";
        assert_eq!(SecretLines::Long.of(joined).count(), 3);
    }
}

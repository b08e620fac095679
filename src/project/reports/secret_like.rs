//! Whether a value of the configuration looks like a secret that is about to be stored in the clear.

use super::report::{Report, escaped};

/// Words in keys of secrets, in lower case.
const WORDS: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "credential",
    "credentials",
    "apikey",
    "privatekey",
];
/// Pairs of words that are one.
const PAIRS: &[(&str, &str)] = &[
    ("api", "key"),
    ("private", "key"),
    ("access", "key"),
    ("signing", "key"),
];
/// Last words of keys that say something about a secret, such as `tokenUrl`.
const ABOUT: &[&str] = &[
    "id", "name", "url", "uri", "ttl", "count", "length", "size", "file", "path", "arn", "type",
    "age", "policy", "lifetime", "timeout", "expiry", "days", "hours", "minutes", "seconds",
    "enabled", "rotation", "endpoint",
];
/// Beginnings of tokens that services hand out.
const TOKENS: &[&str] = &[
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "sk-",
    "sk_live_",
    "rk_live_",
    "AKIA",
    "npm_",
    "eyJ",
    "AIza",
    "hvs.",
    "pul-",
];
/// Length from which a text that begins like a token is one.
const MIN_TOKEN: usize = 16;

/// The warning about a value that is stored in the clear, in the file of a stack.
pub fn secret_like(stack: &str, key: &str, value: &str) -> Option<Report> {
    let is_like = is_token(value) || is_secret_key(key) && is_text(value);
    if !is_like {
        return None;
    }
    let key = escaped(key);
    let message = format!("`{key}` looks like a secret, and is stored in the clear");
    Some(Report::warning(message).help(format!(
        "`lumi config set {key} --secret -s {stack}` asks for the value and encrypts it"
    )))
}

fn is_secret_key(key: &str) -> bool {
    let words = words(key);
    if words.last().is_some_and(|it| ABOUT.contains(&it.as_str())) {
        return false;
    }
    let is_pair = |pair: &[String]| PAIRS.iter().any(|it| *it == (&*pair[0], &*pair[1]));
    words.iter().any(|it| WORDS.contains(&it.as_str())) || words.windows(2).any(is_pair)
}

/// The words of a key in lower case: `dbPassword`, `DB_PASSWORD`, `aws:db-password`.
fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for character in key.chars() {
        if !character.is_alphanumeric() || (was_lower && character.is_uppercase()) {
            words.push(String::new());
        }
        was_lower = character.is_lowercase() || character.is_numeric();
        if character.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

/// Whether a value is neither a number nor a switch.
fn is_text(value: &str) -> bool {
    let value = value.trim();
    !value.is_empty()
        && value.parse::<f64>().is_err()
        && !matches!(value, "true" | "false" | "null")
}

fn is_token(value: &str) -> bool {
    value.len() >= MIN_TOKEN
        && TOKENS.iter().any(|it| value.starts_with(it))
        && !value.contains(' ')
        || value.contains("PRIVATE KEY-----")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_tokens_of_secrets_are_recognised() {
        for (key, value) in [
            ("apiToken", "abc123"),
            ("dbPassword", "hunter2"),
            ("DB_PASSWORD", "hunter2"),
            ("app:client-secret", "x"),
            ("apiKey", "k"),
            ("aws:secretKey", "k"),
            ("deploy", "ghp_0123456789abcdefghij"),
            ("cert", "-----BEGIN PRIVATE KEY-----\nMII"),
        ] {
            assert!(secret_like("prod", key, value).is_some(), "{key}");
        }
        for (key, value) in [
            ("region", "eu-central-1"),
            ("tokenUrl", "https://example.com"),
            ("tokenCount", "3"),
            ("passwordLength", "20"),
            ("secretsEnabled", "yes"),
            ("useToken", "true"),
            ("publicKey", "ssh-ed25519 AAAA"),
            ("secretary", "Ann"),
            ("mode", "sk-light"),
            ("title", "AKIA is a place in Finland"),
            ("apiToken", ""),
        ] {
            assert!(secret_like("prod", key, value).is_none(), "{key}");
        }
        let warning = secret_like("prod", "apiToken", "abc").unwrap();
        let text = format!("{warning:?}");
        assert!(!text.contains("abc"), "{text}");
        assert!(text.contains("apiToken --secret -s prod`"), "{text}");
    }
}

//! Tokens of registries, by host.

use std::collections::HashMap;
use std::fmt;

use reqwest::Url;

use super::redirects::host_of;

/// The tokens that requests to hosts carry.
#[derive(Clone, Default)]
pub struct Tokens {
    by_host: HashMap<String, String>,
}

/// The beginning of the names of variables that hold tokens.
const PREFIX: &str = "TF_TOKEN_";

impl Tokens {
    /// Later tokens of a host replace earlier ones.
    pub fn add(&mut self, host: &str, token: &str) {
        self.by_host
            .insert(host.to_ascii_lowercase(), token.to_owned());
    }

    /// Takes the variables `TF_TOKEN_<host>`, in which `_` stands for a dot and `__` for a dash.
    pub fn add_variables(&mut self, variables: impl IntoIterator<Item = (String, String)>) {
        for (name, token) in variables {
            if let Some(host) = name.strip_prefix(PREFIX).filter(|it| !it.is_empty()) {
                let host = host.replace("__", "-").replace('_', ".");
                self.add(&host, &token);
            }
        }
    }

    pub fn of_host(&self, host: &str) -> Option<&str> {
        self.by_host.get(host).map(String::as_str)
    }

    /// The part of the variable of a host after `TF_TOKEN_`.
    pub(crate) fn variable_of(host: &str) -> String {
        host.replace('-', "__").replace('.', "_")
    }
}

/// The variable that holds the token of the host of a URL.
pub fn token_variable(url: &Url) -> String {
    format!("{PREFIX}{}", Tokens::variable_of(&host_of(url)))
}

/// Hosts alone.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_host.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_name_hosts() {
        let mut tokens = Tokens::default();
        let variables = [
            ("TF_TOKEN_app_example_com", "a"),
            ("TF_TOKEN_my__own_example_com", "b"),
            ("TF_TOKEN_", "c"),
            ("PATH", "d"),
        ];
        tokens.add_variables(variables.map(|(name, token)| (name.to_owned(), token.to_owned())));
        assert_eq!(tokens.of_host("app.example.com"), Some("a"));
        assert_eq!(tokens.of_host("my-own.example.com"), Some("b"));
        assert_eq!(tokens.by_host.len(), 2);
        assert_eq!(
            Tokens::variable_of("my-own.example.com"),
            "my__own_example_com"
        );
        assert!(!format!("{tokens:?}").contains("\"a\""));
    }
}

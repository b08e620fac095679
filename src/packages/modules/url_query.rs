//! Parameters in the URLs of sources.

use reqwest::Url;

use super::shown_source::without_credentials;
use super::source_error::ModuleSourceError;
use crate::shortened::shortened;

/// The parameters of a URL in their order.
pub(super) struct Query {
    pairs: Vec<(String, String)>,
    is_changed: bool,
}

impl Query {
    pub fn of(url: &Url) -> Self {
        let pairs = url.query_pairs();
        Self {
            pairs: pairs
                .map(|(key, it)| (key.into_owned(), it.into_owned()))
                .collect(),
            is_changed: false,
        }
    }

    /// Takes a parameter out in all its values, of which the first counts.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let (taken, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pairs)
            .into_iter()
            .partition(|it| it.0 == name);
        self.pairs = rest;
        let first = taken.into_iter().next()?;
        self.is_changed = true;
        Some(first.1)
    }

    /// Sets the rest as the query of a URL. One of which nothing was taken stays as it is written: it may be signed.
    pub fn set(&self, url: &mut Url) {
        if self.pairs.is_empty() {
            url.set_query(None);
        } else if self.is_changed {
            url.query_pairs_mut().clear().extend_pairs(&self.pairs);
        }
    }
}

/// The text of a URL with further parameters.
pub(super) fn appended<'a>(url: &Url, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Url {
    let mut url = url.clone();
    for (name, value) in pairs {
        url.query_pairs_mut().append_pair(name, value);
    }
    url
}

pub(super) fn bad_url(text: &str, error: impl ToString) -> ModuleSourceError {
    ModuleSourceError::BadUrl {
        text: shortened(&without_credentials(text)),
        reason: error.to_string(),
    }
}

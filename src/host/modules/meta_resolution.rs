//! The answers of `import.meta.resolve`.

use deno_core::url::Url;

use super::builtin::{named_node_url, node_url};
use super::error::LoadError;
use super::loader::ModuleLoader;

impl ModuleLoader {
    /// The answer of `import.meta.resolve` in the module at `referrer`. As in Node, it names files that are not there.
    pub fn meta_resolved(&self, specifier: &str, referrer: &str) -> Result<Url, LoadError> {
        if let Some(url) = named_node_url(specifier) {
            return Ok(url);
        }
        match self.resolved(specifier, referrer) {
            Ok(resolved) => {
                let url = node_url(&resolved.url).unwrap_or(resolved.url);
                // The resolver drops the query and the fragment of a file.
                Ok(match url.scheme() {
                    "file" => with_query(url, specifier, referrer),
                    _ => url,
                })
            }
            Err(error) if error.is_of_specifier() => Err(error),
            Err(LoadError::NoPackageFile {
                path: Some(path), ..
            }) => {
                let url = Url::from_file_path(path).expect("BUG: files of packages are absolute");
                Ok(with_query(url, specifier, referrer))
            }
            Err(error) => unchecked_url(specifier, referrer).ok_or(error),
        }
    }
}

/// The URL of a file with the query and the fragment of a specifier.
fn with_query(mut url: Url, specifier: &str, referrer: &str) -> Url {
    if let Some(named) = unchecked_url(specifier, referrer) {
        url.set_query(named.query());
        url.set_fragment(named.fragment());
        return url;
    }
    // The first character of an entry of `imports` is `#`.
    let mut marks = specifier.char_indices().skip(1);
    match marks.find(|it| matches!(it.1, '?' | '#')) {
        Some((at, _)) => Url::parse(&format!("{url}{}", &specifier[at..])).unwrap_or(url),
        None => url,
    }
}

/// The URL that a path or a URL is, whether or not anything is there.
fn unchecked_url(specifier: &str, referrer: &str) -> Option<Url> {
    let is_path = ["./", "../", "/"]
        .iter()
        .any(|it| specifier.starts_with(it));
    if is_path || matches!(specifier, "." | "..") {
        return Url::parse(referrer).ok()?.join(specifier).ok();
    }
    // An unknown module of `lumi:` is an error, which names those that there are.
    let url = Url::parse(specifier).ok()?;
    (url.scheme() != "lumi").then_some(url)
}

//! Modules whose text is in their URL: `data:text/javascript,export default 5`.

use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use deno_core::url::Url;

use super::error::LoadError;

#[derive(Debug, PartialEq, Eq)]
pub enum DataModule {
    Script(String),
    Json(String),
}

/// The module of a `data:` URL.
pub fn data_module(url: &Url) -> Result<DataModule, LoadError> {
    let invalid = |problem: &str| LoadError::DataUrl {
        problem: problem.to_owned(),
    };
    let (head, body) = url
        .path()
        .split_once(',')
        .ok_or_else(|| invalid("it has no comma, which ends its media type"))?;
    // A fragment is not a part of the text, what follows `?` is.
    let body = match url.query() {
        Some(query) => format!("{body}?{query}"),
        None => body.to_owned(),
    };
    let bytes: Vec<u8> = percent_encoding::percent_decode_str(&body).collect();
    let mut parameters = head.split(';').map(str::trim);
    let media = parameters.next().unwrap_or_default().to_ascii_lowercase();
    let is_base64 = parameters.any(|it| it.eq_ignore_ascii_case("base64"));
    let bytes = match is_base64 {
        true => from_base64(&bytes).ok_or_else(|| invalid("its text is not base64"))?,
        false => bytes,
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match media.as_str() {
        "text/javascript" | "application/javascript" => Ok(DataModule::Script(text)),
        "application/json" => Ok(DataModule::Json(text)),
        _ => Err(LoadError::DataFormat { media }),
    }
}

fn from_base64(bytes: &[u8]) -> Option<Vec<u8>> {
    let bytes: Vec<u8> = bytes
        .iter()
        .copied()
        .filter(|it| !it.is_ascii_whitespace())
        .collect();
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let decoder = GeneralPurpose::new(&base64::alphabet::STANDARD, config);
    decoder.decode(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(url: &str) -> Option<DataModule> {
        data_module(&Url::parse(url).unwrap()).ok()
    }

    #[test]
    fn the_text_is_decoded() {
        let script = |text: &str| Some(DataModule::Script(text.to_owned()));
        assert_eq!(
            module("data:text/javascript,export default 5"),
            script("export default 5")
        );
        assert_eq!(
            module("data:text/javascript,a%20%2B%20b?c#d"),
            script("a + b?c")
        );
        assert_eq!(
            module("data:Text/JavaScript;charset=utf-8;base64,ZXhwb3J0IHt9"),
            script("export {}")
        );
        assert_eq!(module("data:text/javascript;base64,YQ"), script("a"));
        let json = Some(DataModule::Json("{}".to_owned()));
        assert_eq!(module("data:application/json,%7B%7D"), json);
        for url in [
            "data:text/plain,a",
            "data:,a",
            "data:text/javascript",
            "data:text/javascript;base64,*",
        ] {
            assert_eq!(module(url), None, "{url}");
        }
    }
}

//! Archives with modules on servers, and servers that name the place of a module.

use std::fmt;

use data_encoding::HEXLOWER_PERMISSIVE;
use reqwest::Url;
use sha2::{Digest as _, Sha256, Sha512};

use super::source_error::ModuleSourceError;
use super::url_query::{Query, appended, bad_url};
use crate::fetch::{ShownUrl, is_secure};
use crate::shortened::shortened;

/// A document of a server.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArchivePackage {
    pub url: Url,
    /// `None` for a document whose headers name the place of the module.
    pub format: Option<ArchiveFormat>,
    pub checksum: Option<Checksum>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArchiveFormat {
    Zip,
    TarGz,
}

/// The hash that a source says its archive has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Checksum {
    Sha256(Vec<u8>),
    Sha512(Vec<u8>),
}

/// Endings of archives, with the longer ones first; those without a format are not supported.
const ENDINGS: [(&str, Option<ArchiveFormat>); 11] = [
    ("tar.tbz2", None),
    ("tar.bz2", None),
    ("tar.gz", Some(ArchiveFormat::TarGz)),
    ("tar.xz", None),
    ("tgz", Some(ArchiveFormat::TarGz)),
    ("txz", None),
    ("zip", Some(ArchiveFormat::Zip)),
    ("bz2", None),
    ("tar", None),
    ("gz", None),
    ("xz", None),
];

const UNSUPPORTED: ModuleSourceError = ModuleSourceError::Unsupported {
    service: "archives of this format",
    advice: "pack the module as `.zip` or `.tar.gz`",
};

impl ArchivePackage {
    pub(super) fn parse(text: &str) -> Result<Self, ModuleSourceError> {
        let mut url = Url::parse(text).map_err(|error| bad_url(text, error))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(ModuleSourceError::Unknown(ShownUrl(&url).to_string()));
        }
        if !is_secure(&url) {
            return Err(ModuleSourceError::Insecure(ShownUrl(&url).to_string()));
        }
        if url.password().is_some() {
            return Err(ModuleSourceError::Password);
        }
        let mut query = Query::of(&url);
        let format = match query.take("archive").filter(|it| !it.is_empty()) {
            Some(name) => named_format(&name)?,
            None => implied_format(&url)?,
        };
        let checksum = query.take("checksum").filter(|it| !it.is_empty());
        let checksum = checksum.map(|it| Checksum::parse(&it)).transpose()?;
        if format.is_none() && checksum.is_some() {
            return Err(ModuleSourceError::Meaningless {
                name: "checksum",
                kind: "what is no archive",
            });
        }
        query.set(&mut url);
        url.set_fragment(None);
        Ok(Self {
            url,
            format,
            checksum,
        })
    }

    /// The archive that a registry has itself. Its bytes say which format it has.
    pub(super) fn direct(url: Url, document: &Url) -> Result<Self, ModuleSourceError> {
        let is_weaker = document.scheme() == "https" && url.scheme() != "https";
        if is_weaker || !is_secure(&url) {
            return Err(ModuleSourceError::Insecure(ShownUrl(&url).to_string()));
        }
        Ok(Self {
            url,
            format: Some(ArchiveFormat::Zip),
            checksum: None,
        })
    }

    pub(super) fn shown(&self) -> String {
        ShownUrl(&self.url).to_string()
    }
}

impl fmt::Display for ArchivePackage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = match self.format {
            format if implied_format(&self.url) == Ok(format) => None,
            Some(ArchiveFormat::Zip) => Some("zip"),
            Some(ArchiveFormat::TarGz) => Some("tar.gz"),
            None => Some("false"),
        };
        let checksum = self.checksum.as_ref().map(ToString::to_string);
        let format = format.map(|it| ("archive", it));
        let checksum = checksum.as_deref().map(|it| ("checksum", it));
        let url = appended(&self.url, format.into_iter().chain(checksum));
        fmt::Display::fmt(&url, f)
    }
}

fn named_format(name: &str) -> Result<Option<ArchiveFormat>, ModuleSourceError> {
    if matches!(name, "0" | "f" | "F" | "false" | "FALSE" | "False") {
        return Ok(None);
    }
    let known = ENDINGS.iter().find(|it| it.0 == name);
    known.and_then(|it| it.1).map(Some).ok_or(UNSUPPORTED)
}

fn implied_format(url: &Url) -> Result<Option<ArchiveFormat>, ModuleSourceError> {
    let is_ending = |it: &&(&str, _)| {
        let rest = url.path().strip_suffix(it.0);
        rest.is_some_and(|it| it.ends_with('.'))
    };
    match ENDINGS.iter().find(is_ending) {
        None => Ok(None),
        Some((_, Some(format))) => Ok(Some(*format)),
        Some((_, None)) => Err(UNSUPPORTED),
    }
}

impl Checksum {
    fn parse(text: &str) -> Result<Self, ModuleSourceError> {
        let wrong = || ModuleSourceError::BadParameter {
            name: "checksum",
            expected: "`sha256:` or `sha512:` and hexadecimal digits",
            value: shortened(text),
        };
        let (kind, digits) = match text.split_once(':') {
            Some((kind, digits)) => (Some(kind), digits),
            None => (None, text),
        };
        let digest = HEXLOWER_PERMISSIVE
            .decode(digits.as_bytes())
            .map_err(|_| wrong())?;
        match (kind, digest.len()) {
            (None | Some("sha256"), 32) => Ok(Self::Sha256(digest)),
            (None | Some("sha512"), 64) => Ok(Self::Sha512(digest)),
            _ => Err(wrong()),
        }
    }

    /// The checksum of these bytes by the same algorithm.
    pub(super) fn of_same_kind(&self, mut bytes: impl std::io::Read) -> std::io::Result<Self> {
        match self {
            Self::Sha256(_) => {
                let mut hash = Sha256::new();
                hashed(&mut bytes, |it| hash.update(it))?;
                Ok(Self::Sha256(hash.finalize().to_vec()))
            }
            Self::Sha512(_) => {
                let mut hash = Sha512::new();
                hashed(&mut bytes, |it| hash.update(it))?;
                Ok(Self::Sha512(hash.finalize().to_vec()))
            }
        }
    }
}

fn hashed(bytes: &mut impl std::io::Read, mut update: impl FnMut(&[u8])) -> std::io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match bytes.read(&mut buffer)? {
            0 => return Ok(()),
            read => update(&buffer[..read]),
        }
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, digest) = match self {
            Self::Sha256(digest) => ("sha256", digest),
            Self::Sha512(digest) => ("sha512", digest),
        };
        write!(f, "{name}:{}", data_encoding::HEXLOWER.encode(digest))
    }
}

//! The source of a library: a package in LumiIL.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::VersionRange;
use crate::hub::HubAddress;

/// The place that a library comes from, as `packages:` of `Lumi.yaml` writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackSource {
    /// A `.lumipack`, relative to the folder of the file that names it.
    File(PathBuf),
    /// `hub:NAMESPACE/NAME`: a package of a hub.
    Hub(HubAddress),
}

impl PackSource {
    /// The extension of packages.
    pub const EXTENSION: &str = "lumipack";

    /// The name of the file of a version, unless the user chooses one.
    pub fn file_name(name: &str, version: &str) -> String {
        format!("{name}-{version}.{}", Self::EXTENSION)
    }

    /// The source that a text is; `None` for those of other packages.
    pub fn of(text: &str) -> Option<Self> {
        if let Some((HubAddress::KIND, address)) = text.split_once(':') {
            return address.parse().ok().map(Self::Hub);
        }
        let path = Path::new(text);
        let is_path = ["/", "./", "../"].iter().any(|it| text.starts_with(it));
        let is_pack = path.extension().is_some_and(|it| it == Self::EXTENSION);
        (is_path && is_pack).then(|| Self::File(path.to_owned()))
    }

    /// The source and the range of a dependency in the manifest of a package; `None` for packages with providers.
    pub fn of_dependency(wanted: &str) -> Option<(Self, VersionRange)> {
        let (source, range) = wanted.rsplit_once('@')?;
        Some((Self::of(source)?, range.parse().ok()?))
    }
}

impl fmt::Display for PackSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Hub(address) => write!(f, "{}:{address}", HubAddress::KIND),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_a_path_with_its_extension() {
        for text in [
            "./web.lumipack",
            "../a@b/web-1.2.0.lumipack",
            "/x/web.lumipack",
            "hub:acme/web",
        ] {
            assert_eq!(PackSource::of(text).unwrap().to_string(), text);
        }
        for text in [
            "web.lumipack",
            "./web",
            "./lumipack",
            "hub:acme",
            "hub:Acme/web",
            "hashicorp/random",
            "",
        ] {
            assert_eq!(PackSource::of(text), None, "{text}");
        }
        let (source, range) = PackSource::of_dependency("./a@b/web.lumipack@~> 1.2").unwrap();
        assert_eq!(
            (source.to_string(), range.to_string()),
            ("./a@b/web.lumipack".to_owned(), "~> 1.2".to_owned())
        );
        assert_eq!(
            PackSource::of_dependency("terraform:hashicorp/random@~> 3.7"),
            None
        );
        assert_eq!(PackSource::of_dependency("./web.lumipack@latest"), None);
    }
}

//! The argument of `lumi add`: a source with a range, or a path.

use std::path::{Path, PathBuf};

use lumi_packages::{PackSource, PackageSource, VersionRange};
use lumi_provider::PLUGIN_PROJECT;

use lumi_project::is_path;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// The argument `SOURCE[@RANGE]`.
#[derive(Debug, PartialEq, Eq)]
pub enum AddedSource {
    /// Without a range, one is made of the newest version.
    Source(PackageSource, Option<VersionRange>),
    Library(PackSource, Option<VersionRange>),
    Path(PathBuf),
}

/// The prefixes of the names of providers' executables.
const EXECUTABLES: [&str; 2] = ["terraform-provider-", "pulumi-resource-"];

impl AddedSource {
    pub fn parse(text: &str) -> Result<Self, Failure> {
        if let Some(source) = PackSource::of(text) {
            return Ok(Self::Library(source, None));
        }
        if is_path(text) {
            return Ok(Self::Path(text.into()));
        }
        let (source, range) = match text.split_once('@') {
            Some((source, range)) => (source, Some(range)),
            None => (text, None),
        };
        let library = PackSource::of(source).filter(|it| matches!(it, PackSource::Hub(_)));
        let source = source.parse::<PackageSource>();
        let range = range.map(|it| match it.trim() {
            "" => Err(usage(format!(
                "there is no version after the `@` of `{text}`"
            ))),
            range => range
                .parse::<VersionRange>()
                .map_err(|error| usage(error.to_string())),
        });
        if let Some(library) = library {
            return Ok(Self::Library(library, range.transpose()?));
        }
        let source = source.map_err(|error| usage(error.to_string()))?;
        Ok(Self::Source(source, range.transpose()?))
    }

    /// The name that the package has unless another one is chosen. A library says it itself.
    pub fn default_name(&self) -> &str {
        match self {
            Self::Source(source, _) => source.default_name(),
            Self::Library(PackSource::Hub(address), _) => address.name(),
            Self::Library(PackSource::File(_), _) => "",
            Self::Path(path) => {
                let name = path
                    .file_name()
                    .and_then(|it| it.to_str())
                    .unwrap_or_default();
                let stripped = EXECUTABLES.iter().find_map(|it| name.strip_prefix(it));
                let name = stripped.unwrap_or(name);
                // A version may follow.
                name.split(['_', '.']).next().unwrap_or(name)
            }
        }
    }
}

/// Fails unless a path, relative to the project, leads to an executable of a provider, or to a folder with one or with a
/// plugin of Pulumi that is a program.
pub fn check_path(folder: &Path, path: &Path, name: &str) -> Result<(), Failure> {
    let place = folder.join(path);
    let file = place.file_name().and_then(|it| it.to_str());
    let is_provider = file.is_some_and(|file| EXECUTABLES.iter().any(|it| file.starts_with(it)));
    if place.is_file() && is_provider {
        return Ok(());
    }
    if place.join(PLUGIN_PROJECT).is_file() {
        return Ok(());
    }
    if place.is_dir() {
        let [terraform, pulumi] = EXECUTABLES
            .map(|it| lumi_packages::provider_executable(&place, &format!("{it}{name}")));
        return match terraform.or_else(|error| pulumi.map_err(|_| error)) {
            Ok(_) => Ok(()),
            Err(error) => Err(usage(format!(
                "{} cannot be added: {error}",
                place.display()
            ))),
        };
    }
    Err(usage(match place.exists() {
        true => format!(
            "{} is not a provider: its file would be called `{}{name}` or `{}{name}`",
            place.display(),
            EXECUTABLES[0],
            EXECUTABLES[1]
        ),
        false => format!("there is no file {}", place.display()),
    }))
}

pub fn usage(message: impl Into<String>) -> Failure {
    Failure::new(Exit::Usage, Report::error(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_follows_the_source() {
        let parsed = |text: &str| match AddedSource::parse(text).unwrap() {
            AddedSource::Source(source, range) => {
                format!(
                    "{source} {}",
                    range.map_or("-".to_owned(), |it| it.to_string())
                )
            }
            AddedSource::Library(source, range) => format!(
                "library {source}{}",
                range.map_or(String::new(), |it| format!(" {it}"))
            ),
            AddedSource::Path(path) => path.display().to_string(),
        };
        assert_eq!(parsed("hashicorp/random"), "terraform:hashicorp/random -");
        assert_eq!(
            parsed("hashicorp/random@3.7.2"),
            "terraform:hashicorp/random 3.7.2"
        );
        assert_eq!(
            parsed("terraform:localhost:80/a/b@>= 1, < 2"),
            "terraform:localhost:80/a/b >= 1, < 2"
        );
        assert_eq!(
            parsed("./bin/terraform-provider-kit"),
            "./bin/terraform-provider-kit"
        );
        assert_eq!(
            parsed("./web-1.2.0.lumipack"),
            "library ./web-1.2.0.lumipack"
        );
        assert_eq!(parsed("hub:acme/web@^1.2"), "library hub:acme/web ^1.2");
        assert_eq!(parsed("hub:acme/web"), "library hub:acme/web");
        for text in [
            "hub:acme/web@",
            "hub:Acme/web",
            "hashicorp/random@",
            "hashicorp/random@latest",
            "random@1",
        ] {
            assert!(AddedSource::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_name_is_that_of_the_provider() {
        let name = |text: &str| AddedSource::parse(text).unwrap().default_name().to_owned();
        assert_eq!(name("hashicorp/google-beta"), "google-beta");
        assert_eq!(name("./bin/terraform-provider-kit_v1.2.3"), "kit");
        assert_eq!(name("../dns"), "dns");
    }
}

//! A package in the version of the project, or in another one beside it.

use std::fmt;

use super::package_name::PackageName;

/// The package of a provider, with a version if it is one of several, and with variables of the environment of its
/// process. Written `random`, `random@4.18.0` or `random?MY_TOKEN=TOKEN`, it is the key of a provider in a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackageVersion {
    pub package: PackageName,
    /// `None` for the version that the project has of it.
    pub version: Option<String>,
    /// The name of each variable of this process that the plugin sees under another one, and that name.
    pub variables: Vec<(String, String)>,
}

impl PackageVersion {
    const SEPARATOR: char = '@';
    /// Begins the variables.
    const VARIABLES: char = '?';
    const NEXT_VARIABLE: char = '&';

    /// `None` if the name is not one of a package.
    pub fn parse(text: &str) -> Option<Self> {
        let (text, variables) = text.split_once(Self::VARIABLES).unwrap_or((text, ""));
        let (package, version) = match text.split_once(Self::SEPARATOR) {
            Some((package, version)) => (package, Some(version.to_owned())),
            None => (text, None),
        };
        let variables = variables.split(Self::NEXT_VARIABLE);
        let variables = variables.filter_map(|it| it.split_once('='));
        Some(Self {
            package: PackageName::parse(package)?,
            version,
            variables: variables
                .map(|(from, to)| (from.to_owned(), to.to_owned()))
                .collect(),
        })
    }

    /// The key of a provider whose process sees variables under other names, too.
    pub fn with_variables<'a>(
        key: String,
        variables: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> String {
        let written: Vec<String> = variables.map(|(from, to)| format!("{from}={to}")).collect();
        match written.is_empty() {
            true => key,
            false => {
                let written = written.join(Self::NEXT_VARIABLE.to_string().as_str());
                format!("{key}{}{written}", Self::VARIABLES)
            }
        }
    }

    /// The name of the package in such a text.
    pub fn package_of(text: &str) -> &str {
        let name = text.split([Self::SEPARATOR, Self::VARIABLES]).next();
        name.unwrap_or(text)
    }
}

impl fmt::Display for PackageVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.package)?;
        if let Some(version) = &self.version {
            write!(f, "{}{version}", Self::SEPARATOR)?;
        }
        let variables = self.variables.iter();
        let variables = variables.map(|(from, to)| (from.as_str(), to.as_str()));
        f.write_str(&Self::with_variables(String::new(), variables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        for text in [
            "random",
            "random@4.18.0",
            "azure-native@1.0.0-alpha.1",
            "random?MY_TOKEN=TOKEN",
            "random@4.18.0?MY_TOKEN=TOKEN&A=B",
        ] {
            assert_eq!(PackageVersion::parse(text).unwrap().to_string(), text);
        }
        for key in ["random@4.18.0", "random?A=B", "random@4.18.0?A=B"] {
            assert_eq!(PackageVersion::package_of(key), "random");
        }
        assert!(PackageVersion::parse("Random@1").is_none());
    }
}

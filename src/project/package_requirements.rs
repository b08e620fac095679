//! `packages` of `Lumi.yaml`: the packages that a project wants.

use std::path::PathBuf;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use lumi_packages::{PackSource, PackageSource, VersionRange};
use lumi_provider::{PackageName, PluginRequirement};

use super::nearest::nearest;
use super::yaml_files::fault::Fault;
use super::yaml_files::settings_file::{SettingsError, wrong_type};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackageRequirement {
    /// Versions of a source; `lumi add` and `lumi install` lock one of them.
    Source {
        source: PackageSource,
        range: VersionRange,
        /// Further versions, for resources that ask for one with their option `version`.
        also: Vec<VersionRange>,
    },
    /// A package in LumiIL, whose modules programs import.
    Library {
        source: PackSource,
        range: VersionRange,
    },
    /// An executable, or the folder with one, relative to the file's folder. Neither locked nor installed.
    Path(PathBuf),
}

/// All packages by name, as written.
pub type PackageRequirements = IndexMap<PackageName, PackageRequirement>;

/// The parameters that plugins make packages of, by the names of those.
pub type PackageParameters = IndexMap<PackageName, Vec<String>>;

pub const PACKAGES: &str = "packages";

const PACKAGE_KEYS: &[&str] = &["source", "version", "also", PARAMETERS];

const PARAMETERS: &str = "parameters";

/// Packages that come with lumi, whose names are taken.
const RESERVED: &[&str] = &["dynamic", "lumi", "pulumi", "std"];

/// Whether a text is a path of a package or plugin: others are versions, or sources.
pub fn is_path(text: &str) -> bool {
    ["/", "./", "../"].iter().any(|it| text.starts_with(it))
}

/// The name of a package of a project.
pub fn package_name(text: &str) -> Result<PackageName, Fault> {
    let name = PackageName::parse(text).ok_or_else(|| Fault::PackageName(text.to_owned()))?;
    match RESERVED.contains(&name.as_str()) {
        true => Err(Fault::ReservedPackage(text.to_owned())),
        false => Ok(name),
    }
}

/// Reads `packages`. A name may not be in `plugins`, too.
pub fn packages(
    document: &Map<String, Value>,
    plugins: &IndexMap<PackageName, PluginRequirement>,
) -> Result<PackageRequirements, SettingsError> {
    let members = match document.get(PACKAGES) {
        None | Some(Value::Null) => return Ok(IndexMap::new()),
        Some(Value::Object(members)) => members,
        Some(other) => return Err(wrong_type(&[PACKAGES], "a map of names to sources", other)),
    };
    let package = |(name, value): (&String, &Value)| {
        let place = [PACKAGES, name];
        let package = package_name(name).map_err(|it| SettingsError::at_key(&place, it))?;
        if plugins.contains_key(&package) {
            let fault = Fault::PackageAndPlugin(name.clone());
            return Err(SettingsError::at_key(&place, fault));
        }
        Ok((package, requirement(name, value)?))
    };
    members.iter().map(package).collect()
}

fn requirement(name: &str, value: &Value) -> Result<PackageRequirement, SettingsError> {
    match value {
        Value::String(text) => from_source(text, VersionRange::any(), &[PACKAGES, name]),
        Value::Object(members) => from_members(name, members),
        other => {
            let expected =
                "a source such as `hashicorp/random`, a path, or a map of `source` and `version`";
            Err(wrong_type(&[PACKAGES, name], expected, other))
        }
    }
}

fn from_source(
    text: &str,
    range: VersionRange,
    place: &[&str],
) -> Result<PackageRequirement, SettingsError> {
    if let Some(source) = PackSource::of(text) {
        return Ok(PackageRequirement::Library { source, range });
    }
    if is_path(text) {
        return Ok(PackageRequirement::Path(text.into()));
    }
    let source = text.parse::<PackageSource>();
    let source = source.map_err(|error| SettingsError::at_value(place, error))?;
    let also = Vec::new();
    Ok(PackageRequirement::Source {
        source,
        range,
        also,
    })
}

fn from_members(
    name: &str,
    members: &Map<String, Value>,
) -> Result<PackageRequirement, SettingsError> {
    let mut range = VersionRange::any();
    let mut source = None;
    let mut further = Vec::new();
    for (key, value) in members {
        let place = [PACKAGES, name, key];
        match (key.as_str(), value) {
            ("source", Value::String(text)) => source = Some(text),
            ("source", other) => {
                return Err(wrong_type(
                    &place,
                    "a source such as `hashicorp/random`",
                    other,
                ));
            }
            ("version", Value::String(text)) => {
                let parsed = text.parse::<VersionRange>();
                range = parsed.map_err(|error| SettingsError::at_value(&place, error))?;
            }
            ("version", other) => {
                return Err(wrong_type(&place, "a range of versions in quotes", other));
            }
            ("also", value) => further = ranges(value, &place)?,
            // `parameters` reads them.
            (PARAMETERS, _) => {}
            _ => {
                let fault = Fault::UnknownKey {
                    key: key.clone(),
                    nearest: nearest(key, PACKAGE_KEYS.iter().copied()),
                    known: PACKAGE_KEYS,
                };
                return Err(SettingsError::at_key(&place, fault));
            }
        }
    }
    let source = source.ok_or_else(|| {
        let fault = Fault::PackageWithoutSource(name.to_owned());
        SettingsError::at_key(&[PACKAGES, name], fault)
    })?;
    let mut requirement = from_source(source, range, &[PACKAGES, name, "source"])?;
    check_versions(name, &requirement, members, &further)?;
    if let PackageRequirement::Source { also, .. } = &mut requirement {
        *also = further;
    }
    Ok(requirement)
}

/// A path has no versions, and a library has one.
fn check_versions(
    name: &str,
    requirement: &PackageRequirement,
    members: &Map<String, Value>,
    further: &[VersionRange],
) -> Result<(), SettingsError> {
    let refused = |key, fault| Err(SettingsError::at_key(&[PACKAGES, name, key], fault));
    let pointless = |key| refused(key, Fault::PathWithVersion(name.to_owned()));
    match requirement {
        PackageRequirement::Path(_) if members.contains_key("version") => pointless("version"),
        PackageRequirement::Path(_) if !further.is_empty() => pointless("also"),
        PackageRequirement::Library { .. } if !further.is_empty() => {
            refused("also", Fault::LibraryWithFurtherVersions(name.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Reads the parameters of `packages`. Plugins of Pulumi alone make packages of some.
pub fn parameters(
    document: &Map<String, Value>,
    packages: &PackageRequirements,
) -> Result<PackageParameters, SettingsError> {
    let mut all = IndexMap::new();
    for (name, requirement) in packages {
        let member = document.get(PACKAGES).and_then(|it| it.get(name.as_str()));
        let Some(value) = member.and_then(|it| it.get(PARAMETERS)) else {
            continue;
        };
        let place = [PACKAGES, name.as_str(), PARAMETERS];
        let takes_some = match requirement {
            PackageRequirement::Source { source, also, .. } => {
                matches!(source, PackageSource::Pulumi(_)) && also.is_empty()
            }
            PackageRequirement::Path(_) => true,
            PackageRequirement::Library { .. } => false,
        };
        if !takes_some {
            let fault = Fault::PackageWithoutParameters(name.to_string());
            return Err(SettingsError::at_key(&place, fault));
        }
        let texts = value.as_array().filter(|it| !it.is_empty());
        let texts =
            texts.and_then(|it| it.iter().map(|it| it.as_str()).collect::<Option<Vec<_>>>());
        let fault = || Fault::ParameterList(name.to_string());
        let texts = texts.ok_or_else(|| SettingsError::at_value(&place, fault()))?;
        let texts = texts.into_iter().map(str::to_owned).collect();
        all.insert(name.clone(), texts);
    }
    Ok(all)
}

/// Reads the ranges of versions beside the first.
fn ranges(value: &Value, place: &[&str]) -> Result<Vec<VersionRange>, SettingsError> {
    let wrong = || wrong_type(place, "a list of ranges in quotes", value);
    let Value::Array(all) = value else {
        return Err(wrong());
    };
    let parsed = all.iter().map(|it| {
        let Value::String(text) = it else {
            return Err(wrong());
        };
        let range = text.parse::<VersionRange>();
        range.map_err(|error| SettingsError::at_value(place, error))
    });
    parsed.collect()
}

#[cfg(test)]
mod tests {
    use super::super::manifest::Manifest;
    use super::super::yaml_files::settings_file::interpret_yaml;
    use super::*;

    fn read(text: &str) -> Result<PackageRequirements, String> {
        let manifest = interpret_yaml(text, Manifest::interpret);
        let packages = manifest.map(|it| it.packages);
        packages.map_err(|((line, column), fault)| format!("{line}:{column}: {fault}"))
    }

    #[test]
    fn a_package_is_a_source_a_map_or_a_path() {
        let packages = read(
            "packages:\n  random: hashicorp/random\n  tls: { source: terraform:hashicorp/tls, version: \"~> 4.0\" }\n  \
             kit: ./bin/terraform-provider-kit\n  dns: {source: ../dns}\n  web: ./web-1.2.0.lumipack\n  \
             net: { source: ../net.lumipack, version: \"~> 2.0\" }\n",
        );
        let shown: Vec<String> = packages
            .unwrap()
            .iter()
            .map(|(name, it)| match it {
                PackageRequirement::Source { source, range, .. } => {
                    format!("{name} = {source} [{range}]")
                }
                PackageRequirement::Library { source, range } => {
                    format!("{name} = {source} [{range}]")
                }
                PackageRequirement::Path(path) => format!("{name} = {}", path.display()),
            })
            .collect();
        insta::assert_snapshot!(shown.join("\n"), @r"
        random = terraform:hashicorp/random []
        tls = terraform:hashicorp/tls [~> 4.0]
        kit = ./bin/terraform-provider-kit
        dns = ../dns
        web = ./web-1.2.0.lumipack []
        net = ../net.lumipack [~> 2.0]
        ");
        assert_eq!(read("packages:\n").unwrap().len(), 0);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let message = |text: &str| read(text).unwrap_err();
        insta::assert_snapshot!(
            [
                "packages: [a]",
                "packages:\n  Random: hashicorp/random\n",
                "packages:\n  std: hashicorp/random\n",
                "packages:\n  random: 3\n",
                "packages:\n  random: random\n",
                "packages:\n  random: crates:a/b\n",
                "packages:\n  random:\n    source: a/b/c/d\n",
                "packages:\n  random:\n    sauce: a/b\n",
                "packages:\n  random: {version: '1'}\n",
                "packages:\n  random:\n    source: a/b\n    version: 3\n",
                "packages:\n  random:\n    source: a/b\n    version: latest\n",
                "packages:\n  random: {source: ./a, version: '1'}\n",
                "packages:\n  web: {source: ./web.lumipack, also: ['1']}\n",
                "packages:\n  web: {source: acme/web, parameters: [a]}\n",
                "packages:\n  web: {source: 'pulumi:web', parameters: []}\n",
                "packages:\n  web: {source: 'pulumi:web', parameters: [1]}\n",
                "plugins: {aws: '1'}\npackages:\n  aws: hashicorp/aws\n",
            ]
            .map(message)
            .join("\n"),
            @r"
            1:11: `packages` must be a map of names to sources, but it is a list
            2:3: a package cannot be called `Random`; use lower-case letters, digits and dashes
            2:3: `std` is the name of a package that comes with lumi; choose another name
            2:11: `packages.random` must be a source such as `hashicorp/random`, a path, or a map of `source` and `version`, but it is a number (write it in quotes to make it text)
            2:11: `random` could be a package of several sources: write `hashicorp/random` for the provider of Terraform, or `pulumi:random` for the plugin of Pulumi
            2:11: `crates:` is not a source of packages that this version of lumi has; there are `terraform:NAMESPACE/NAME`, `pulumi:NAME` and `hub:NAMESPACE/NAME`
            3:13: `a/b/c/d` is not a provider; one looks like `hashicorp/random` or `registry.example.com/acme/dns`
            3:5: unknown key `sauce`; did you mean `source`?
            2:3: `packages.random` has no `source`; it is where the package comes from, such as `hashicorp/random`
            4:14: `packages.random.version` must be a range of versions in quotes, but it is a number (write it in quotes to make it text)
            4:14: `latest` is not a version; one looks like `1.2.3`, and `1.2` is short for `1.2.0`
            2:25: `packages.random` is a path, which has no versions; remove `version`
            2:33: `packages.web` is a library, of which a project has one version; remove `also`
            2:27: `packages.web` has `parameters`, of which a plugin of Pulumi alone makes a package, in one version
            2:43: `packages.web.parameters` must be a list of at least one text; write each in quotes
            2:43: `packages.web.parameters` must be a list of at least one text; write each in quotes
            3:3: `aws` is also in `plugins`; remove one of the two
            "
        );
    }
}

//! Edits `Lumi.yaml` and preserves all other text.

use std::path::PathBuf;

use lumi_provider::PackageName;
use serde_json::Value;

use super::manifest::Manifest;
use super::package_requirements::{PACKAGES, PackageRequirement};
use super::project_error::ProjectError;
use super::project_settings::ProjectSettings;
use super::stack_files::stack_file_edit::{
    EditError, plain_or_quoted, remove_empty, remove_in, set_in,
};
use super::yaml_files::settings_file::{interpret_yaml, read_text};

impl ProjectSettings {
    /// `Lumi.yaml` with its new text, which contains `backend: URL`. Returns `None` if the file
    /// does not exist or must be edited by hand.
    pub fn with_backend(&self, url: &str) -> Result<Option<(PathBuf, String)>, ProjectError> {
        let path = self.folder.join(Manifest::FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = with_backend(&read_text(&path)?, url);
        let wanted = Manifest {
            backend: Some(url.to_owned()),
            ..self.manifest.clone()
        };
        let read = interpret_yaml(&text, Manifest::interpret);
        Ok(read.is_ok_and(|it| it == wanted).then_some((path, text)))
    }

    /// `Lumi.yaml` with its new text, in which a package has this requirement. A missing file is begun.
    pub fn with_package(
        &self,
        name: &PackageName,
        requirement: &PackageRequirement,
    ) -> Result<(PathBuf, String), ProjectError> {
        self.with_parameterized(name, requirement, &[])
    }

    /// `Lumi.yaml` with its new text, in which a plugin makes a package of parameters; of none, it has the package itself.
    pub fn with_parameterized(
        &self,
        name: &PackageName,
        requirement: &PackageRequirement,
        parameters: &[String],
    ) -> Result<(PathBuf, String), ProjectError> {
        let mut wanted = self.manifest.clone();
        wanted.packages.insert(name.clone(), requirement.clone());
        match parameters {
            [] => wanted.parameters.shift_remove(name),
            _ => wanted.parameters.insert(name.clone(), parameters.to_vec()),
        };
        self.with_packages(name, &wanted, |text| {
            set_in(
                text,
                PACKAGES,
                name.as_str(),
                &requirement_text(requirement, parameters),
            )
        })
    }

    /// `Lumi.yaml` with its new text, without a package that it has.
    pub fn without_package(&self, name: &PackageName) -> Result<(PathBuf, String), ProjectError> {
        let mut wanted = self.manifest.clone();
        wanted.packages.shift_remove(name);
        wanted.parameters.shift_remove(name);
        self.with_packages(name, &wanted, |text| {
            let text = remove_in(text, PACKAGES, name.as_str())?;
            Ok(remove_empty(&text, PACKAGES).unwrap_or(text))
        })
    }

    fn with_packages(
        &self,
        name: &PackageName,
        wanted: &Manifest,
        edit: impl FnOnce(&str) -> Result<String, EditError>,
    ) -> Result<(PathBuf, String), ProjectError> {
        let file = self.folder.join(Manifest::FILE);
        let old = match file.exists() {
            true => read_text(&file)?,
            false => String::new(),
        };
        let edited = edit(&old).and_then(|text| {
            let read = interpret_yaml(&text, Manifest::interpret);
            match read.is_ok_and(|it| it == *wanted) {
                true => Ok(text),
                false => Err(EditError::Unsafe),
            }
        });
        let key = format!("{PACKAGES}.{name}");
        match edited {
            Ok(text) => Ok((file, text)),
            Err(fault) => Err(ProjectError::Edit { file, key, fault }),
        }
    }
}

/// A requirement as YAML on one line.
fn requirement_text(requirement: &PackageRequirement, parameters: &[String]) -> String {
    let text = |text: &str| plain_or_quoted(text, |it: &Value| it.as_str() == Some(text));
    if !parameters.is_empty() {
        return parameterized_text(requirement, parameters);
    }
    match requirement {
        PackageRequirement::Path(path) => text(&path.to_string_lossy()),
        PackageRequirement::Library { source, range } if range.is_any() => {
            text(&source.to_string())
        }
        PackageRequirement::Library { source, range } => {
            format!(
                "{{ source: {}, version: \"{range}\" }}",
                text(&source.to_string())
            )
        }
        PackageRequirement::Source {
            source,
            range,
            also,
        } if range.is_any() && also.is_empty() => text(&source.to_string()),
        PackageRequirement::Source {
            source,
            range,
            also,
        } => {
            let also: Vec<String> = also.iter().map(|it| format!("\"{it}\"")).collect();
            let also = match also.is_empty() {
                true => String::new(),
                false => format!(", also: [{}]", also.join(", ")),
            };
            let source = text(&source.to_string());
            format!("{{ source: {source}, version: \"{range}\"{also} }}")
        }
    }
}

/// A requirement with parameters, which are quoted: many are versions and have commas.
fn parameterized_text(requirement: &PackageRequirement, parameters: &[String]) -> String {
    let quoted = |text: &str| Value::from(text).to_string();
    let plain = |text: &str| plain_or_quoted(text, |it: &Value| it.as_str() == Some(text));
    let (source, range) = match requirement {
        PackageRequirement::Path(path) => (path.to_string_lossy().into_owned(), None),
        PackageRequirement::Library { source, range } => (source.to_string(), Some(range)),
        PackageRequirement::Source { source, range, .. } => (source.to_string(), Some(range)),
    };
    let range = range.filter(|it| !it.is_any());
    let range = range.map_or_else(String::new, |it| format!(", version: \"{it}\""));
    let parameters: Vec<String> = parameters.iter().map(|it| quoted(it)).collect();
    format!(
        "{{ source: {}{range}, parameters: [{}] }}",
        plain(&source),
        parameters.join(", ")
    )
}

/// The text with a new `backend`, in place or as a line at its end.
fn with_backend(text: &str, url: &str) -> String {
    let line = format!("backend: {url}");
    let mut lines: Vec<&str> = text.lines().collect();
    match lines.iter_mut().find(|it| it.starts_with("backend:")) {
        Some(old) => *old = &line,
        None => lines.push(&line),
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_manifest_is_unchanged() {
        let text = "# A.\nname: web # b\nbackend: file:./state\nmain: a.ts";
        assert_eq!(
            with_backend(text, "s3://bucket/a"),
            "# A.\nname: web # b\nbackend: s3://bucket/a\nmain: a.ts\n"
        );
        assert_eq!(
            with_backend("name: web\n", "file:../x"),
            "name: web\nbackend: file:../x\n"
        );
    }

    fn settings(text: Option<&str>) -> (tempfile::TempDir, ProjectSettings) {
        let folder = tempfile::tempdir().unwrap();
        if let Some(text) = text {
            std::fs::write(folder.path().join("Lumi.yaml"), text).unwrap();
        }
        let settings = ProjectSettings::find(folder.path(), folder.path()).unwrap();
        (folder, settings)
    }

    fn random(range: &str) -> PackageRequirement {
        PackageRequirement::Source {
            source: "hashicorp/random".parse().unwrap(),
            range: range.parse().unwrap(),
            also: Vec::new(),
        }
    }

    #[test]
    fn packages_are_added_changed_and_removed() {
        let name = PackageName::parse("random").unwrap();
        let added = |text: Option<&str>, range: &str| {
            let (_folder, settings) = settings(text);
            settings.with_package(&name, &random(range)).unwrap().1
        };
        insta::assert_snapshot!(
            [
                added(None, "~> 3.7"),
                added(Some("# Mine.\nname: web # b\n"), ""),
                added(Some("packages: {}\nname: web\n"), "3.7.2"),
                added(
                    Some("packages:\n    # About it.\n    random: hashicorp/random # why\n\n    tls: hashicorp/tls\nname: web\n"),
                    ">= 3, < 4"
                ),
                added(
                    Some("packages:\n  random:\n    source: hashicorp/random\n    version: '1'\n\n# The name.\nname: web\n"),
                    "~> 3.7"
                ),
            ]
            .join("---\n"),
            @r#"
            packages:
              random: { source: terraform:hashicorp/random, version: "~> 3.7" }
            ---
            # Mine.
            name: web # b
            packages:
              random: terraform:hashicorp/random
            ---
            packages:
              random: { source: terraform:hashicorp/random, version: "3.7.2" }
            name: web
            ---
            packages:
                # About it.
                random: { source: terraform:hashicorp/random, version: ">= 3, < 4" } # why

                tls: hashicorp/tls
            name: web
            ---
            packages:
              random: { source: terraform:hashicorp/random, version: "~> 3.7" }

            # The name.
            name: web
            "#
        );
        let removed = |text: &str| {
            let (_folder, settings) = settings(Some(text));
            settings.without_package(&name).unwrap().1
        };
        insta::assert_snapshot!(
            [
                removed("packages:\n  random: hashicorp/random\n  # The other.\n  tls: hashicorp/tls\nname: web\n"),
                removed("name: web\npackages:\n  random: hashicorp/random\n"),
                removed("name: web\npackages: # All.\n  random: hashicorp/random\n"),
            ]
            .join("---\n"),
            @r"
            packages:
              # The other.
              tls: hashicorp/tls
            name: web
            ---
            name: web
            ---
            name: web
            packages: # All.
            "
        );
    }

    #[test]
    fn parameters_are_written_in_quotes() {
        let name = PackageName::parse("things").unwrap();
        let adapter = PackageRequirement::Source {
            source: "pulumi:adapter".parse().unwrap(),
            range: "~> 1.0".parse().unwrap(),
            also: Vec::new(),
        };
        let path = PackageRequirement::Path("./adapter".into());
        let parameters = ["acme/things".to_owned(), ">= 1, # \"2".to_owned()];
        let (_folder, settings) = settings(Some("name: web\n"));
        let written = |requirement| {
            let written = settings.with_parameterized(&name, requirement, &parameters);
            written.unwrap().1
        };
        insta::assert_snapshot!(
            [written(&adapter), written(&path)].join("---\n"),
            @r#"
            name: web
            packages:
              things: { source: pulumi:adapter, version: "~> 1.0", parameters: ["acme/things", ">= 1, # \"2"] }
            ---
            name: web
            packages:
              things: { source: ./adapter, parameters: ["acme/things", ">= 1, # \"2"] }
            "#
        );
    }

    #[test]
    fn packages_on_one_line_are_changed_by_hand() {
        let (_folder, settings) = settings(Some("packages: { tls: hashicorp/tls }\n"));
        let name = PackageName::parse("random").unwrap();
        let error = settings.with_package(&name, &random("")).unwrap_err();
        let message = error.to_string();
        assert!(
            message.ends_with("that part does not have one key on each line; change it by hand"),
            "{message}"
        );
    }

    #[test]
    fn ambiguous_manifests_are_not_edited() {
        let folder = tempfile::tempdir().unwrap();
        let edited = |text: &str, url: &str| {
            std::fs::write(folder.path().join("Lumi.yaml"), text).unwrap();
            let settings = ProjectSettings::find(folder.path(), folder.path()).unwrap();
            settings.with_backend(url).unwrap().map(|it| it.1)
        };
        assert!(edited("name: web\n", "file:./a").is_some());
        assert_eq!(edited("name: web\n", "file:./a #b"), None);
        assert_eq!(edited("{ name: web }\n", "file:./a"), None);
        assert_eq!(
            edited("name: web\nbackend: >\n  file:./b\n", "file:./a"),
            None
        );
    }
}

//! Edits `Lumi.yaml` and preserves all other text.

use std::path::PathBuf;

use super::manifest::Manifest;
use super::project_error::ProjectError;
use super::project_settings::ProjectSettings;
use super::settings_file::{interpret_yaml, read_text};

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

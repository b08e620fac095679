//! `backend` of `Pulumi.yaml`: where Pulumi keeps the states of the project.
//!
//! Lumi keeps its own states at the same place, below `stacks`; those of Pulumi are below `.pulumi`
//! there, and are not read.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::process_environment::{home_folder, variable};
use super::yaml_files::settings_file::{SettingsError, check_keys, wrong_type};

const KEY: &str = "backend";
const KEYS: &[&str] = &["url"];

/// A backend that Pulumi knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PulumiBackend {
    /// The URL of the same place for Lumi.
    Place(String),
    /// A place that Lumi does not store states at, as it is written.
    Refused(String),
}

impl PulumiBackend {
    pub const VARIABLE: &str = "PULUMI_BACKEND_URL";

    /// The backend of a project; `None` if it names none.
    pub fn read(document: &Map<String, Value>) -> Result<Option<Self>, SettingsError> {
        let members = match document.get(KEY) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Object(members)) => members,
            Some(other) => return Err(wrong_type(&[KEY], "a map with `url`", other)),
        };
        check_keys(members, KEYS).map_err(|it| it.below(KEY))?;
        match members.get("url") {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(url)) => Ok(Some(Self::of(url, home_folder()))),
            Some(other) => Err(wrong_type(&[KEY, "url"], "a text", other)),
        }
    }

    /// The backend that the environment names, which counts before that of the project.
    pub fn of_environment() -> Option<Self> {
        let url = variable(Self::VARIABLE)?;
        Some(Self::of(&url, home_folder()))
    }

    fn of(url: &str, home: Option<PathBuf>) -> Self {
        let refused = || Self::Refused(url.to_owned());
        let Some((scheme, rest)) = url.split_once("://") else {
            return refused();
        };
        // What follows a question mark are settings of the client, which Lumi has no others for.
        match scheme {
            "file" => Self::Place(format!("file:{}", folder(rest, home))),
            "s3" | "gs" if !rest.contains('?') => Self::Place(url.to_owned()),
            "azblob" if !rest.contains('?') => Self::Place(format!("az://{rest}")),
            _ => refused(),
        }
    }
}

/// A folder, in which `~` is the home folder.
fn folder(path: &str, home: Option<PathBuf>) -> String {
    let below_home = match path {
        "~" => Some(""),
        path => path.strip_prefix("~/"),
    };
    match (below_home, home) {
        (Some(rest), Some(home)) => home.join(rest).display().to_string(),
        // The project folder itself: an empty path names no folder.
        _ if path.is_empty() => ".".to_owned(),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_pulumi_are_places_of_lumi() {
        let read = |url: &str| match PulumiBackend::of(url, Some("/home/me".into())) {
            PulumiBackend::Place(place) => place,
            PulumiBackend::Refused(url) => format!("refused {url}"),
        };
        let urls = [
            "file:///var/state",
            "file://state",
            "file://",
            "s3://bucket/web",
            "gs://bucket",
            "azblob://container/web",
            "s3://bucket?region=eu-west-1",
            "https://api.pulumi.com",
            "postgres://user@host/db",
            "state",
        ];
        insta::assert_snapshot!(urls.map(read).join("\n"), @r#"
        file:/var/state
        file:state
        file:.
        s3://bucket/web
        gs://bucket
        az://container/web
        refused s3://bucket?region=eu-west-1
        refused https://api.pulumi.com
        refused postgres://user@host/db
        refused state
        "#);
        assert_eq!(read("file://~/x"), "file:/home/me/x");
    }
}

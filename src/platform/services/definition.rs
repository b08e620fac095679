//! `.services/NAME.json`: the definition of a service.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::definition::{DefinitionProblem, Permissions};
use crate::token::Token;

/// The largest number of replicas on one machine.
const MAX_REPLICAS: u16 = 100;
/// The longest time of a definition in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// The content of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ServiceDefinition {
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The working folder, relative to that of the platform.
    #[serde(default)]
    pub directory: PathBuf,
    /// Whether it is one process without a port, of which another version begins when this one has ended.
    #[serde(default)]
    pub is_daemon: bool,
    /// The port of the first replica; further ones have the ports after it. Without it, each process gets a free one.
    pub port: Option<NonZeroU16>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The names of variables in `env` whose values are secret.
    #[serde(default)]
    pub secrets: BTreeSet<String>,
    /// The path of requests that find out whether a process is healthy. Without it, one that accepts connections is.
    pub health: Option<String>,
    #[serde(default = "one")]
    pub replicas: u16,
    /// The names of services that must be ready before a process starts.
    #[serde(default)]
    pub waits_for: Vec<String>,
    /// The use of the platform.
    #[serde(default)]
    pub permissions: Permissions,
    /// Seconds until a process must be healthy.
    #[serde(default = "minute")]
    pub start_timeout: f64,
    /// Seconds between SIGTERM and SIGKILL.
    #[serde(default = "ten")]
    pub grace: f64,
}

const fn one() -> u16 {
    1
}

const fn minute() -> f64 {
    60.0
}

const fn ten() -> f64 {
    10.0
}

impl ServiceDefinition {
    /// Parses the file of the service `name`.
    pub fn parse(name: &str, text: &str) -> Result<Self, DefinitionProblem> {
        if !text.trim_start().starts_with('{') {
            return Err("it is not a JSON object".to_owned().into());
        }
        let definition: Self = serde_json::from_str(text)?;
        match definition.problem(name) {
            Some(problem) => Err(problem.into()),
            None => Ok(definition),
        }
    }

    fn problem(&self, name: &str) -> Option<String> {
        let is_time = |seconds: f64| (0.0..=MAX_SECONDS).contains(&seconds);
        let last = self
            .port
            .map(|it| u32::from(it.get()) + u32::from(self.replicas));
        let problem = if self.name != name {
            format!(
                "its name is {:?}, but its file is that of {name:?}",
                self.name
            )
        } else if self.command.first().is_none_or(String::is_empty) {
            "its command has no program".to_owned()
        } else if self.command.iter().any(|it| it.contains('\0')) {
            "its command has a zero byte".to_owned()
        } else if self.is_daemon
            && (self.port.is_some() || self.health.is_some() || self.replicas != 1)
        {
            "a daemon has no port, no health and no replicas".to_owned()
        } else if !(1..=MAX_REPLICAS).contains(&self.replicas) {
            format!(
                "its replicas must be 1 to {MAX_REPLICAS}, but are {}",
                self.replicas
            )
        } else if last.is_some_and(|it| it > 65_536) {
            "the ports of its replicas are more than 65535".to_owned()
        } else if self.health.as_ref().is_some_and(|it| !is_path(it)) {
            "its health must be a path of HTTP that begins with /".to_owned()
        } else if !is_time(self.start_timeout) || !is_time(self.grace) {
            format!("its times must be 0 to {MAX_SECONDS} seconds")
        } else if self
            .env
            .iter()
            .any(|(name, value)| !is_variable(name, value))
        {
            "a variable in its env is not valid".to_owned()
        } else {
            return self.permissions.problem();
        };
        Some(problem)
    }

    pub fn start_timeout(&self) -> Duration {
        Duration::from_secs_f64(self.start_timeout)
    }

    pub fn grace(&self) -> Duration {
        Duration::from_secs_f64(self.grace)
    }

    pub fn secret_values(&self) -> Vec<String> {
        let secrets = self
            .env
            .iter()
            .filter(|(name, _)| self.secrets.contains(*name));
        secrets.map(|(_, value)| value.clone()).collect()
    }
}

fn is_path(text: &str) -> bool {
    text.starts_with('/') && text.parse::<hyper::http::uri::PathAndQuery>().is_ok()
}

fn is_variable(name: &str, value: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0')
}

/// The end of the names of daemons, which services may have, too.
const DAEMON: &str = ".daemon";

/// Whether a text may be the name of a service or a daemon, and so of files.
pub fn is_service_name(text: &str) -> bool {
    is_name(text.strip_suffix(DAEMON).unwrap_or(text))
}

/// Whether a text may be the name of a component, and so of files.
pub fn is_name(text: &str) -> bool {
    let is_known = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
    (1..=63).contains(&text.len()) && text.bytes().all(is_known) && !text.starts_with('-')
}

/// A version of a service as a user of the platform.
pub struct ServiceCaller {
    pub name: String,
    pub token: Token,
    pub permissions: Permissions,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_defaults() {
        let text = r#"{ "name": "api", "command": ["server"], "env": { "A": "x", "B": "y" }, "secrets": ["B"] }"#;
        let it = ServiceDefinition::parse("api", text).unwrap();
        assert_eq!((it.replicas, it.port, it.health.as_ref()), (1, None, None));
        assert_eq!(it.start_timeout(), Duration::from_secs(60));
        assert_eq!(it.grace(), Duration::from_secs(10));
        assert_eq!(it.secret_values(), ["y"]);
    }

    #[test]
    fn mistakes_are_reported() {
        let problems: Vec<String> = [
            "[]",
            r#"{ "name": "other", "command": ["a"] }"#,
            r#"{ "name": "api", "command": [] }"#,
            r#"{ "name": "api", "command": ["a"], "replicas": 101 }"#,
            r#"{ "name": "api", "command": ["a"], "port": 0 }"#,
            r#"{ "name": "api", "command": ["a"], "port": 65535, "replicas": 2 }"#,
            r#"{ "name": "api", "command": ["a"], "health": "healthz" }"#,
            r#"{ "name": "api", "command": ["a"], "health": "/a b" }"#,
            r#"{ "name": "api", "command": ["a"], "grace": -1 }"#,
            r#"{ "name": "api", "command": ["a"], "env": { "A=B": "" } }"#,
            r#"{ "name": "api", "command": ["a"], "permissions": { "kv": { "a": ["push"] } } }"#,
            r#"{ "name": "api", "command": ["a"], "isDaemon": true, "port": 80 }"#,
            r#"{ "name": "api", "command": ["a"], "comand": ["a"] }"#,
        ]
        .iter()
        .map(|text| ServiceDefinition::parse("api", text).unwrap_err().text)
        .collect();
        insta::assert_snapshot!(problems.join("\n"));
    }

    #[test]
    fn names_are_those_of_files() {
        assert!(is_name("api") && is_name("0-a") && is_name(&"a".repeat(63)));
        for wrong in ["", "-a", "A", "a/b", "..", "a.b", &"a".repeat(64)] {
            assert!(!is_name(wrong), "{wrong}");
        }
        assert!(is_service_name("api.daemon") && is_service_name("api"));
        for wrong in [".daemon", "api.daemon.daemon", "api.other", "a/b.daemon"] {
            assert!(!is_service_name(wrong), "{wrong}");
        }
    }
}

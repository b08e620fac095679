//! `function.json`: the name, the triggers and the permissions of a function.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;

use lumi_graph::nearest;
use lumi_host::{Allow, PermissionFlags};

use super::grants::{Grants, Service, Use};
use super::http::Pattern;
use super::limits::Limits;
use super::resilience::{ATTEMPTS, Policy, Retries};
use super::schedule::Timing;

/// The content of `function.json`. Unknown members are allowed: they belong to other tools.
#[derive(Clone, Debug, Deserialize)]
pub struct Definition {
    pub name: String,
    /// The module whose default export is called, relative to the folder.
    #[serde(default = "default_entry")]
    pub entry: String,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// A file with a JSON object of secret variables, relative to the folder. It is stored where
    /// other users cannot read it; the folder may be readable.
    pub secrets: Option<String>,
    #[serde(default)]
    pub triggers: Vec<Trigger>,
    #[serde(default)]
    pub permissions: Permissions,
    /// The means of its processes.
    #[serde(default)]
    pub limits: Limits,
    /// How long, how often and how many at a time the function is called.
    #[serde(default)]
    pub resilience: Policy,
}

const MEMBERS: &[&str] = &[
    "name",
    "entry",
    "env",
    "secrets",
    "triggers",
    "permissions",
    "limits",
    "resilience",
];
/// Members of other tools are less similar.
const MIN_LIKENESS: f64 = 0.85;

fn default_attempts() -> NonZeroU32 {
    ATTEMPTS
}

fn default_batch() -> NonZeroU32 {
    NonZeroU32::MIN
}

/// How a function gets the messages of a queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Subscription {
    pub queue: String,
    pub attempts: NonZeroU32,
    pub dead_letters: Option<String>,
    pub batch: NonZeroU32,
    /// The time after which a message that no function has processed is removed.
    pub retention: Option<Duration>,
    /// The pauses between deliveries.
    pub retries: Retries,
}

impl Subscription {
    /// How a function gets messages again that it did not subscribe to, in case it subscribes later.
    pub fn retries_of(subscription: Option<&Self>) -> Retries {
        subscription.map_or_else(Retries::default, |it| Retries {
            attempts: Some(it.attempts),
            ..it.retries
        })
    }
}

/// The queue of the changes of a bucket's objects.
pub fn changes_of(bucket: &str) -> String {
    format!("{bucket}.bucket")
}

fn default_entry() -> String {
    "index.mjs".to_owned()
}

/// The triggers of a function.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    deny_unknown_fields,
    expecting = "an object with the `type` http, queue, bucket, schedule or invoke"
)]
pub enum Trigger {
    Http {
        #[serde(default)]
        method: Method,
        path: Pattern,
        #[serde(default)]
        takes: Takes,
    },
    Queue {
        queue: String,
        /// The number of deliveries before a message is given up.
        #[serde(default = "default_attempts")]
        attempts: NonZeroU32,
        /// The queue for messages that are given up, in place of the folder of dead messages.
        #[serde(rename = "deadLetters")]
        dead_letters: Option<String>,
        /// The largest number of messages of one call. With more than one, the function gets a list.
        #[serde(default = "default_batch")]
        batch: NonZeroU32,
        /// Seconds after which a message that no function has processed is removed.
        retention: Option<NonZeroU32>,
    },
    /// Changes of objects.
    Bucket {
        bucket: String,
        #[serde(default = "default_batch")]
        batch: NonZeroU32,
    },
    Schedule {
        cron: Timing,
    },
    /// Calls by name, which every function accepts.
    Invoke {},
}

/// An HTTP method in upper case; `None` is `ANY`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Method(pub Option<String>);

impl From<String> for Method {
    fn from(text: String) -> Self {
        let method = text.to_ascii_uppercase();
        Self(Some(method).filter(|it| it != "ANY" && it != "*"))
    }
}

/// The part of a request that a function gets besides its head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Takes {
    /// The whole body.
    #[default]
    Body,
    /// The body as it comes in.
    Stream,
    /// The connection, which becomes a WebSocket.
    WebSocket,
}

/// The permissions of a function. For the machine, `true` allows everything of a kind, a list the
/// named items; for the platform, `true` allows a service, an object parts of it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Permissions {
    read: Permission,
    write: Permission,
    net: Permission,
    run: Permission,
    kv: Grants,
    buckets: Grants,
    queues: Grants,
    functions: Grants,
    services: Grants,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a permission is true, false or a list of texts")]
enum Permission {
    All(bool),
    Only(Vec<String>),
}

impl Default for Permission {
    fn default() -> Self {
        Self::All(false)
    }
}

/// Why a definition cannot be used.
#[derive(Debug)]
pub struct DefinitionProblem {
    /// The line and column as they follow a file's name, such as `:3:7`; empty if they are not known.
    pub place: String,
    /// A sentence.
    pub text: String,
}

impl From<String> for DefinitionProblem {
    fn from(text: String) -> Self {
        let place = String::new();
        Self { place, text }
    }
}

impl From<serde_json::Error> for DefinitionProblem {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let place = format!(" at line {line} column {column}");
        Self {
            text: text.strip_suffix(&place).unwrap_or(&text).to_owned(),
            place: format!(":{line}:{column}"),
        }
    }
}

impl Definition {
    /// Parses `function.json`.
    pub fn parse(text: &str) -> Result<Self, DefinitionProblem> {
        if !text.trim_start().starts_with('{') {
            return Err("it is not a JSON object".to_owned().into());
        }
        let definition: Self = serde_json::from_str(text)?;
        let problem = if definition.name.is_empty() {
            "its name is empty"
        } else if definition.name.chars().any(char::is_control) {
            "its name has control characters"
        } else if definition
            .env
            .keys()
            .any(|it| it.is_empty() || it.contains(['=', '\0']))
        {
            "the name of a variable in its env is not valid"
        } else {
            let problem = definition.permissions.problem();
            return problem.map_or(Ok(definition), |it| Err(it.into()));
        };
        Err(problem.to_owned().into())
    }

    /// Unknown members that are nearly the name of a known one, and probably misspelt: a sentence
    /// for each.
    pub fn misspelt_members(text: &str) -> Vec<String> {
        let members: BTreeMap<String, IgnoredAny> = serde_json::from_str(text).unwrap_or_default();
        let unknown = members.keys().filter(|it| !MEMBERS.contains(&it.as_str()));
        let near = |it: &String| nearest(it, MEMBERS.iter().copied(), MIN_LIKENESS);
        unknown
            .filter_map(|it| Some((it, near(it)?)))
            .map(|(it, near)| format!("its member {it:?} is not used; did you mean {near:?}?"))
            .collect()
    }

    pub fn subscriptions(&self) -> impl Iterator<Item = Subscription> {
        let retries = self.resilience.retries.unwrap_or_default();
        self.triggers.iter().filter_map(move |it| match it {
            Trigger::Queue {
                queue,
                attempts,
                dead_letters,
                batch,
                retention,
            } => Some(Subscription {
                queue: queue.clone(),
                attempts: *attempts,
                dead_letters: dead_letters.clone(),
                batch: *batch,
                retention: retention.map(|it| Duration::from_secs(it.get().into())),
                retries,
            }),
            Trigger::Bucket { bucket, batch } => Some(Subscription {
                queue: changes_of(bucket),
                attempts: retries.attempts.unwrap_or(ATTEMPTS),
                dead_letters: None,
                batch: *batch,
                retention: None,
                retries,
            }),
            _ => None,
        })
    }

    pub fn schedules(&self) -> impl Iterator<Item = &Timing> {
        self.triggers.iter().filter_map(|it| match it {
            Trigger::Schedule { cron } => Some(cron),
            _ => None,
        })
    }

    pub fn routes(&self) -> impl Iterator<Item = (&Method, &Pattern, Takes)> {
        self.triggers.iter().filter_map(|it| match it {
            Trigger::Http {
                method,
                path,
                takes,
            } => Some((method, path, *takes)),
            _ => None,
        })
    }
}

impl Permissions {
    /// The union of these permissions and `flags`; only these define the environment.
    pub fn with(&self, flags: &PermissionFlags, platform: &str) -> PermissionFlags {
        let mut net = self.net.with(&flags.net);
        if let Some(hosts) = opened(&mut net) {
            hosts.push(platform.to_owned());
        }
        PermissionFlags {
            read: self.read.with(&flags.read),
            write: self.write.with(&flags.write),
            net,
            env: Allow::All,
            run: self.run.with(&flags.run),
        }
    }

    /// Whether the function may use the platform in this way.
    pub fn allow(&self, wanted: Use<'_>) -> bool {
        let grants = self.grants(wanted.service);
        grants.allow(wanted.name, wanted.action)
    }

    fn grants(&self, service: Service) -> &Grants {
        match service {
            Service::Kv => &self.kv,
            Service::Buckets => &self.buckets,
            Service::Queues => &self.queues,
            Service::Functions => &self.functions,
            Service::Services => &self.services,
        }
    }

    /// The names of a service of the platform that have permissions.
    pub fn names(&self, service: Service) -> impl Iterator<Item = &str> {
        self.grants(service).names()
    }

    /// The error in these permissions, as a sentence, if any.
    pub fn problem(&self) -> Option<String> {
        let mut problems = Service::ALL.iter();
        problems.find_map(|it| self.grants(*it).problem(*it))
    }
}

impl Permission {
    fn with(&self, flag: &Allow) -> Allow {
        match (self, flag) {
            (Self::All(true), _) | (_, Allow::All) => Allow::All,
            (Self::All(false), flag) => flag.clone(),
            (Self::Only(names), flag) => {
                let mut all = names.clone();
                if let Allow::Only(more) = flag {
                    all.extend_from_slice(more);
                }
                Allow::Only(all)
            }
        }
    }
}

/// Reads a JSON file of texts by name. Its content never gets into messages.
pub fn read_secrets(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let problem = |what: &str| format!("its secrets {} {what}", path.display());
    let text = std::fs::read_to_string(path)
        .map_err(|error| problem(&format!("cannot be read: {error}")))?;
    serde_json::from_str(&text).map_err(|_| problem("are not an object of names and texts"))
}

/// The list to extend; `None` if everything is allowed.
fn opened(allow: &mut Allow) -> Option<&mut Vec<String>> {
    if *allow == Allow::Nothing {
        *allow = Allow::Only(Vec::new());
    }
    match allow {
        Allow::Only(names) => Some(names),
        Allow::Nothing | Allow::All => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_of_a_definition_is_read() {
        let text = r#"{
            "name": "todos", "entry": "index.mjs", "env": { "LUMI_TABLE": "t" }, "hash": "any",
            "triggers": [
                { "type": "http", "method": "get", "path": "/todos/:id" },
                { "type": "http", "path": "/*", "takes": "webSocket" },
                { "type": "queue", "queue": "jobs" },
                { "type": "queue", "queue": "more", "attempts": 2, "deadLetters": "dead", "retention": 60 },
                { "type": "bucket", "bucket": "photos" },
                { "type": "schedule", "cron": "*/5 * * * *" },
                { "type": "invoke" }
            ],
            "permissions": { "net": ["a.b"], "read": true }
        }"#;
        let it = Definition::parse(text).unwrap();
        let routes: Vec<(&Method, Takes)> = it
            .routes()
            .map(|(method, _, takes)| (method, takes))
            .collect();
        let get = Method(Some("GET".to_owned()));
        assert_eq!(
            routes,
            [(&get, Takes::Body), (&Method(None), Takes::WebSocket)]
        );
        let subscriptions: Vec<String> = it
            .subscriptions()
            .map(|it| {
                let Subscription {
                    queue,
                    attempts,
                    dead_letters,
                    retention,
                    ..
                } = it;
                format!("{queue} {attempts} {dead_letters:?} {retention:?}")
            })
            .collect();
        let expected = [
            "jobs 6 None None",
            r#"more 2 Some("dead") Some(60s)"#,
            "photos.bucket 6 None None",
        ];
        assert_eq!(subscriptions, expected);
        assert_eq!(it.schedules().count(), 1);
        let flags = PermissionFlags {
            net: Allow::Only(vec!["c.d".to_owned()]),
            ..PermissionFlags::default()
        };
        let opened = it.permissions.with(&flags, "127.0.0.1:80");
        let hosts = ["a.b", "c.d", "127.0.0.1:80"].map(str::to_owned).to_vec();
        assert_eq!(opened.net, Allow::Only(hosts));
        assert_eq!((opened.read, opened.write), (Allow::All, Allow::Nothing));
    }

    #[test]
    fn slips_in_members_are_noticed_and_other_tools_are_left_alone() {
        let text = r#"{ "name": "a", "trigers": [], "permission": {}, "envs": {}, "hash": "h",
            "version": 1, "runtime": "x", "memory": 3 }"#;
        assert!(Definition::parse(text).is_ok());
        insta::assert_snapshot!(Definition::misspelt_members(text).join("\n"), @r#"
        its member "envs" is not used; did you mean "env"?
        its member "permission" is not used; did you mean "permissions"?
        its member "trigers" is not used; did you mean "triggers"?
        "#);
        assert!(Definition::misspelt_members("[]").is_empty());
    }

    #[test]
    fn mistakes_are_reported() {
        let triggers = |text| format!(r#"{{ "name": "a", "triggers": [{text}] }}"#);
        let problems: Vec<String> = [
            "[]".to_owned(),
            "{}".to_owned(),
            r#"{ "name": "" }"#.to_owned(),
            triggers(r#"{ "type": "htp" }"#),
            triggers(r#"{ "type": "http", "path": "todos" }"#),
            triggers(r#"{ "type": "http", "path": "/a", "metod": "GET" }"#),
            triggers(r#"{ "type": "schedule", "cron": "* * *" }"#),
            r#"{ "name": "a", "permissions": { "net": "all" } }"#.to_owned(),
            r#"{ "name": "a", "permissions": { "kv": ["todos"] } }"#.to_owned(),
            r#"{ "name": "a", "permissions": { "kv": { "todos": ["read"] } } }"#.to_owned(),
            r#"{ "name": "a", "permissions": { "queues": { "jobs": ["get"] } } }"#.to_owned(),
        ]
        .iter()
        .map(|text| Definition::parse(text).unwrap_err())
        .map(|it| format!("{} {}", it.place, it.text).trim().to_owned())
        .collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        it is not a JSON object
        :1:2 missing field `name`
        its name is empty
        :1:43 unknown variant `htp`, expected one of `http`, `queue`, `bucket`, `schedule`, `invoke`
        :1:64 the path "todos" does not begin with /
        :1:77 unknown field `metod`, expected one of `method`, `path`, `takes`
        :1:68 the schedule "* * *" does not have five fields: minute, hour, day, month, day of the week
        :1:46 a permission is true, false or a list of texts
        :1:49 a permission is true, false or an object of names and lists of actions: get, put, delete, list, push, call, fetch
        :1:61 a permission is true, false or an object of names and lists of actions: get, put, delete, list, push, call, fetch
        its permissions for queues let it get "jobs", but queues have push
        "#);
    }
}

//! Permissions of a function for stores, buckets, queues, services and other functions of the platform.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// Services of the platform below `/_lumi/`; the name is part of the URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    Kv,
    Buckets,
    Queues,
    Functions,
    /// Processes of any program.
    Services,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    Get,
    Put,
    Delete,
    List,
    Push,
    Call,
    Fetch,
}

/// A use of a service, such as `get` on the store `todos` of `kv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use<'a> {
    pub service: Service,
    pub name: &'a str,
    pub action: Action,
}

/// Permissions for one service: everything, nothing, or the named items.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a permission is true, false or an object of names and lists of actions: get, put, delete, list, push, call, fetch"
)]
pub enum Grants {
    All(bool),
    Only(BTreeMap<String, Vec<Action>>),
}

impl Default for Grants {
    fn default() -> Self {
        Self::All(false)
    }
}

impl Grants {
    pub fn allow(&self, name: &str, action: Action) -> bool {
        match self {
            Self::All(all) => *all,
            Self::Only(names) => names.get(name).is_some_and(|it| it.contains(&action)),
        }
    }

    /// The names that have permissions of their own.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = match self {
            Self::All(_) => None,
            Self::Only(names) => Some(names),
        };
        names
            .into_iter()
            .flat_map(|it| it.keys().map(String::as_str))
    }

    /// The error in these permissions, as a sentence, if any.
    pub fn problem(&self, service: Service) -> Option<String> {
        let Self::Only(names) = self else { return None };
        let wrong = names.iter().find_map(|(name, actions)| {
            let actions = actions.iter();
            let wrong = actions.copied().find(|it| !service.actions().contains(it));
            wrong.map(|it| (name, it))
        });
        let (name, action) = wrong?;
        let actions = service.actions().iter().map(ToString::to_string);
        let actions = actions.collect::<Vec<_>>().join(", ");
        Some(format!(
            "its permissions for {service} let it {action} {name:?}, but {service} have {actions}"
        ))
    }
}

impl Service {
    pub const ALL: [Self; 5] = [
        Self::Kv,
        Self::Buckets,
        Self::Queues,
        Self::Functions,
        Self::Services,
    ];

    fn actions(self) -> &'static [Action] {
        match self {
            Self::Kv | Self::Buckets => &[Action::Get, Action::Put, Action::Delete, Action::List],
            Self::Queues => &[Action::Push],
            Self::Functions => &[Action::Call],
            Self::Services => &[Action::Fetch],
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kv => "kv",
            Self::Buckets => "buckets",
            Self::Queues => "queues",
            Self::Functions => "functions",
            Self::Services => "services",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Get => "get",
            Self::Put => "put",
            Self::Delete => "delete",
            Self::List => "list",
            Self::Push => "push",
            Self::Call => "call",
            Self::Fetch => "fetch",
        })
    }
}

/// In the notation of function.json.
impl fmt::Display for Use<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            service,
            name,
            action,
        } = self;
        write!(f, "{{ \"{service}\": {{ {name:?}: [\"{action}\"] }} }}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grants(text: &str) -> Grants {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn unnamed_uses_are_not_allowed() {
        let it = grants(r#"{ "todos": ["get", "list"], "none": [] }"#);
        assert!(it.allow("todos", Action::Get) && it.allow("todos", Action::List));
        assert!(!it.allow("todos", Action::Put));
        assert!(!it.allow("none", Action::Get) && !it.allow("others", Action::Get));
        assert!(grants("true").allow("any", Action::Delete));
        assert!(!grants("false").allow("any", Action::Get));
        assert!(!Grants::default().allow("any", Action::Get));
    }

    #[test]
    fn actions_belong_to_services() {
        let it = grants(r#"{ "jobs": ["push"] }"#);
        assert_eq!(it.problem(Service::Queues), None);
        insta::assert_snapshot!(it.problem(Service::Kv).unwrap(), @r#"its permissions for kv let it push "jobs", but kv have get, put, delete, list"#);
    }

    #[test]
    fn a_use_is_shown_as_it_would_be_permitted() {
        let it = Use {
            service: Service::Queues,
            name: "jobs",
            action: Action::Push,
        };
        insta::assert_snapshot!(it, @r#"{ "queues": { "jobs": ["push"] } }"#);
    }
}

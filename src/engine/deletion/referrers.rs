//! The stacks that refer to resources of this one.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tokio::task::{JoinError, JoinSet};

use lumi_graph::{StackName, Urn};
use lumi_state::{Backend, Stack, StateError};

use crate::provider::resource_references::referred;

/// Stacks whose states are read at the same time.
const AT_ONCE: usize = 8;

/// Looks up who refers to a resource, in the states of the backend.
#[derive(Clone)]
pub struct Referrers {
    backend: Arc<Backend>,
    own: StackName,
    /// Stacks, as `project/stack`, that are not looked into.
    left_out: Arc<[String]>,
}

impl fmt::Debug for Referrers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Referrers({})", self.own)
    }
}

/// The references to resources of a stack.
#[derive(Debug, Default)]
pub struct References {
    /// The stacks that refer to a resource, as `project/stack`, sorted.
    pub stacks: FxHashMap<Urn, Vec<String>>,
    /// Parts of the backend that cannot be read, such as ``the stack `web/dev` ``, and why.
    pub unread: Vec<(String, String)>,
}

impl Referrers {
    /// Looks into all stacks of a backend but the given one.
    pub fn new(backend: Arc<Backend>, project: &str, stack: &str) -> Self {
        Self {
            backend,
            own: StackName::new(project, stack),
            left_out: Arc::default(),
        }
    }

    /// Looks into none of these stacks, each `project/stack`.
    pub fn without(self, stacks: &[String]) -> Self {
        Self {
            left_out: stacks.into(),
            ..self
        }
    }

    /// All references to resources of the stack. Secrets stay encrypted, so no key is needed.
    pub async fn all(&self) -> References {
        let mut found = References::default();
        let mut reading = JoinSet::new();
        let projects = self.backend.list_projects().await;
        let projects = found.read(|| "the list of the stacks".to_owned(), projects);
        for project in projects.unwrap_or_default() {
            let stacks = self.backend.list_stacks(&project).await;
            let stacks = found.read(|| format!("the project `{project}`"), stacks);
            for stack in stacks.unwrap_or_default() {
                let of = StackName::new(&project, &stack);
                let name = of.to_string();
                if of == self.own || self.left_out.contains(&name) {
                    continue;
                }
                if reading.len() >= AT_ONCE {
                    found.take(reading.join_next().await);
                }
                let opened = self.backend.stack(&project, &stack);
                if let Some(opened) = found.read(|| label(&name), opened) {
                    reading.spawn(self.clone().urns(opened, name));
                }
            }
        }
        while !reading.is_empty() {
            found.take(reading.join_next().await);
        }
        for stacks in found.stacks.values_mut() {
            stacks.sort_unstable();
            stacks.dedup();
        }
        found
    }

    /// The resources of this stack that another one refers to.
    async fn urns(self, other: Stack, name: String) -> Read {
        let loaded = other.load_masked().await;
        let urns = loaded.map(|loaded| {
            let all = loaded.state.resources.values();
            all.filter_map(|it| referred(it))
                .filter(|it| StackName::of_urn(it) == self.own)
                .collect()
        });
        (name, urns)
    }
}

/// The name of a stack, and the resources that it refers to.
type Read = (String, Result<Vec<Urn>, StateError>);

fn label(stack: &str) -> String {
    format!("the stack `{stack}`")
}

impl References {
    /// The value, unless it cannot be read.
    fn read<T>(
        &mut self,
        label: impl FnOnce() -> String,
        read: Result<T, StateError>,
    ) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(error) => {
                self.unread.push((label(), error.to_string()));
                None
            }
        }
    }

    fn take(&mut self, read: Option<Result<Read, JoinError>>) {
        match read {
            None => {}
            Some(Ok((stack, Ok(urns)))) => {
                for urn in urns {
                    self.stacks.entry(urn).or_default().push(stack.clone());
                }
            }
            // The stack is in another backend now, or is read under its new name.
            Some(Ok((_, Err(StateError::Moved { .. } | StateError::Renamed { .. })))) => {}
            Some(Ok((stack, Err(error)))) => self.unread.push((label(&stack), error.to_string())),
            Some(Err(error)) => self.unread.push(("a stack".to_owned(), error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_that_cannot_be_read_takes_no_reference_from_the_others() {
        let urn = Urn::parse("urn:lumi:prod::net::index::a:b:C::x").unwrap();
        let mut found = References::default();
        let renamed = StateError::Renamed {
            stack: "old".to_owned(),
            to: "new".to_owned(),
        };
        for (stack, read) in [
            ("app/a", Ok(vec![urn.clone()])),
            ("app/b", Err(StateError::Closed)),
            ("app/old", Err(renamed)),
            ("app/c", Ok(vec![urn.clone()])),
        ] {
            found.take(Some(Ok((stack.to_owned(), read))));
        }
        assert_eq!(found.stacks[&urn], ["app/a", "app/c"]);
        let unread: Vec<&str> = found.unread.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(unread, ["the stack `app/b`"]);
        let projects = found.read::<()>(|| "the project `p`".to_owned(), Err(StateError::Closed));
        assert!(projects.is_none() && found.unread.len() == 2);
    }
}

//! Objects that providers find, as a source.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;

use lumi_engine::{Registrar, Source, UnmentionedPolicy};
use lumi_graph::{ResourceName, ResourceType, Urn, Value, Vertex};
use lumi_provider::ListedObject;

/// The objects of a type, at a place that its provider knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub resource_type: ResourceType,
    pub place: Option<String>,
}

/// The wanted listings, and what was found.
#[derive(Debug)]
pub struct Listings {
    pub wanted: Vec<Listing>,
    pub project: String,
    pub stack: String,
    /// The types and ids of objects that are known already.
    pub known: HashSet<(ResourceType, String)>,
    pub found: Mutex<Found>,
}

/// The objects of listings.
#[derive(Debug, Default)]
pub struct Found {
    pub vertices: Vec<Vertex>,
    /// Listed objects that cannot be read, each with the reason.
    pub unreadable: Vec<(Urn, String)>,
    /// Listings that failed.
    pub failures: Vec<String>,
    /// The number of listed objects that were known already.
    pub recovered: usize,
}

/// Lists and reads objects, without recording them.
pub struct ListingSource<'a>(pub &'a Listings);

#[async_trait]
impl Source for ListingSource<'_> {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let mut names = Names::default();
        for listing in &self.0.wanted {
            let of = listing.resource_type.clone();
            match registrar.list(of, listing.place.clone()).await {
                Ok(listed) => {
                    for object in listed {
                        self.look(&registrar, &listing.resource_type, object, &mut names)
                            .await;
                    }
                }
                Err(error) => self.0.found.lock().failures.push(error.to_string()),
            }
        }
        UnmentionedPolicy::Keep
    }
}

impl ListingSource<'_> {
    async fn look(
        &self,
        registrar: &Registrar,
        resource_type: &ResourceType,
        object: ListedObject,
        names: &mut Names,
    ) {
        let Listings {
            project,
            stack,
            known,
            found,
            ..
        } = self.0;
        if known.contains(&(resource_type.clone(), object.id.clone())) {
            found.lock().recovered += 1;
            return;
        }
        let name = names.unique(resource_type, &object.name);
        let urn = Urn::new(stack, project, Urn::ROOT_MODULE, resource_type, &name);
        let read = registrar.look(urn.clone(), object.id).await;
        let mut found = found.lock();
        match read {
            Ok(Some(read)) => {
                let mut vertex = Vertex::new(urn, resource_type.clone(), name, true);
                vertex.id = Some(Value::String(read.id));
                vertex.inputs = Arc::new(read.inputs);
                vertex.outputs = Arc::new(read.outputs);
                found.vertices.push(vertex);
            }
            // It was deleted in the meantime.
            Ok(None) => {}
            Err(error) => found.unreadable.push((urn, error.to_string())),
        }
    }
}

/// Names of resources, each of which is given once for a type.
#[derive(Default)]
struct Names(HashSet<(ResourceType, String)>);

impl Names {
    fn unique(&mut self, resource_type: &ResourceType, wanted: &str) -> ResourceName {
        let mut number = 1;
        loop {
            let text = match number {
                1 => wanted.to_owned(),
                number => format!("{wanted}-{number}"),
            };
            let name = ResourceName::parse(&text).unwrap_or_else(|_| {
                let text = format!("object-{number}");
                ResourceName::parse(&text).expect("BUG: letters and digits are a name")
            });
            let key = (resource_type.clone(), name.as_str().to_owned());
            if self.0.insert(key) {
                return name;
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once() {
        let mut names = Names::default();
        let of = |text: &str| ResourceType::parse(text).unwrap();
        let mut name = |kind: &str, text: &str| names.unique(&of(kind), text).as_str().to_owned();
        assert_eq!(name("a:b:C", "x"), "x");
        assert_eq!(name("a:b:C", "x"), "x-2");
        assert_eq!(name("a:b:D", "x"), "x");
        assert_eq!(name("a:b:C", "a::b"), "object-1");
        assert_eq!(name("a:b:C", "a::b"), "object-2");
    }
}

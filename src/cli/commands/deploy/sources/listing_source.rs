//! Objects that providers find, as a source.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use parking_lot::Mutex;

use lumi_engine::{Invoke, RegisterError, Registrar, Source, UnmentionedPolicy, is_dynamic};
use lumi_graph::{Graph, Object, ResourceName, ResourceType, Urn, Value, Vertex};
use lumi_provider::{ListedObject, OwnerTags, ReadState};

/// The objects of a type, at a place that its provider knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    pub resource_type: ResourceType,
    pub place: Option<String>,
    /// The data sources that find objects of a type that its provider cannot list.
    pub lookups: Vec<Lookup>,
}

/// A data source that finds one object by its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    pub token: String,
    pub arguments: Object,
}

/// The wanted listings, and what was found.
#[derive(Debug)]
pub struct Listings {
    pub wanted: Vec<Listing>,
    /// The objects of the stack, once they are read.
    pub known: OnceLock<KnownObjects>,
    pub found: Mutex<Found>,
}

impl Listings {
    pub fn new(wanted: Vec<Listing>) -> Self {
        Self {
            wanted,
            known: OnceLock::new(),
            found: Mutex::default(),
        }
    }

    /// Whether the program has the provider of a type.
    pub fn has_dynamic(&self) -> bool {
        let mut types = self.wanted.iter().map(|it| it.resource_type.as_str());
        types.any(is_dynamic)
    }
}

/// Objects that are known already.
#[derive(Debug, Default)]
pub struct KnownObjects {
    project: String,
    stack: String,
    /// Their inputs by type and id.
    inputs: HashMap<(ResourceType, String), Vec<Arc<Object>>>,
    names: Vec<(ResourceType, ResourceName)>,
    /// The type and the id of each resource, by the tags that its object may have.
    owners: HashMap<OwnerTags, (ResourceType, String)>,
}

/// The resource that a listed object is of, as its tags say.
enum Owner {
    /// One that is known, with another id.
    Known,
    /// One of this stack, whose state does not have it.
    Lost(Urn),
    /// None, one of another stack, or one whose object is another one: this is a copy of it.
    Unknown,
}

impl KnownObjects {
    pub fn of(graph: &Graph) -> Self {
        let mut known = Self {
            project: graph.project.clone(),
            stack: graph.stack.clone(),
            ..Self::default()
        };
        graph.vertices.iter().for_each(|it| known.add(it));
        known
    }

    fn add(&mut self, vertex: &Vertex) {
        let resource_type = &vertex.resource_type;
        let name = (resource_type.clone(), vertex.name.clone());
        self.names.push(name);
        if let Some(Value::String(id)) = &vertex.id {
            let key = (resource_type.clone(), id.clone());
            let owner = OwnerTags::of(&vertex.urn);
            self.owners.insert(owner, key.clone());
            let all = self.inputs.entry(key).or_default();
            all.push(Arc::clone(&vertex.inputs));
        }
    }

    /// The resource that an object is of, which was listed with others.
    fn owner(&self, resource_type: &ResourceType, object: &ReadState, listed: &Ids) -> Owner {
        let Some(tags) = OwnerTags::of_object(object) else {
            return Owner::Unknown;
        };
        if let Some((of, id)) = self.owners.get(&tags) {
            return match of == resource_type && !listed.contains(id) {
                true => Owner::Known,
                false => Owner::Unknown,
            };
        }
        match tags.urn(&self.stack, &self.project) {
            Some(urn) if urn.resource_type() == resource_type.as_str() => Owner::Lost(urn),
            _ => Owner::Unknown,
        }
    }

    fn has(&self, resource_type: &ResourceType, object: &ListedObject) -> bool {
        let key = (resource_type.clone(), object.id.clone());
        let all = self.inputs.get(&key).map(Vec::as_slice).unwrap_or_default();
        all.iter().any(|inputs| is_same(inputs, object))
    }
}

type Ids = HashSet<String>;

/// Whether inputs and those of a listed object with the same id have the same identifying texts.
fn is_same(inputs: &Object, object: &ListedObject) -> bool {
    let Some(state) = &object.state else {
        return true;
    };
    object.identifying.iter().all(|path| {
        let known = text_at(inputs, path);
        known.is_none() || known == text_at(&state.inputs, path)
    })
}

/// The text at a path of names, without a slash at its end.
fn text_at<'o>(object: &'o Object, path: &str) -> Option<&'o str> {
    let mut names = path.split('.');
    let mut value = object.get(names.next()?)?;
    for name in names {
        value = value.as_object()?.get(name)?;
    }
    Some(value.as_str()?.trim_end_matches('/'))
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
    /// Listed objects that their tags call resources of the stack, whose state does not have them.
    pub tagged: Vec<Urn>,
}

/// Lists and reads objects, without recording them.
pub struct ListingSource<'a>(pub &'a Listings);

#[async_trait]
impl Source for ListingSource<'_> {
    async fn run(&mut self, registrar: Registrar) -> UnmentionedPolicy {
        let nothing = KnownObjects::default();
        let known = self.0.known.get().unwrap_or(&nothing);
        let mut names = Names::without(&known.names);
        // Places may overlap.
        let mut seen = KnownObjects::default();
        for listing in &self.0.wanted {
            let of = &listing.resource_type;
            match listed(&registrar, listing).await {
                Ok(listed) => {
                    let ids = listed.iter().map(|it| it.id.clone()).collect();
                    for object in listed {
                        if seen.has(of, &object) {
                            continue;
                        }
                        let context = (&registrar, known, &ids);
                        let found = self.look(context, of, object, &mut names).await;
                        if let Some(vertex) = found {
                            seen.add(&vertex);
                            self.0.found.lock().vertices.push(vertex);
                        }
                    }
                }
                Err(error) => self.0.found.lock().failures.push(error.to_string()),
            }
        }
        UnmentionedPolicy::Keep
    }
}

/// The objects of a type: those that its provider lists, or those that data sources find.
async fn listed(
    registrar: &Registrar,
    listing: &Listing,
) -> Result<Vec<ListedObject>, RegisterError> {
    let of = &listing.resource_type;
    let error = match registrar.list(of.clone(), listing.place.clone()).await {
        Ok(listed) => return Ok(listed),
        Err(error) if listing.lookups.is_empty() => return Err(error),
        Err(error) => error,
    };
    let (mut found, mut missed) = (Vec::new(), None);
    for lookup in &listing.lookups {
        let invoke = Invoke {
            token: lookup.token.clone(),
            arguments: lookup.arguments.clone(),
            provider: None,
            version: None,
        };
        match registrar.invoke(invoke).await {
            Ok(answer) => found.extend(found_object(answer)),
            // Most data sources answer with an error if no object matches.
            Err(error) => missed = Some(error),
        }
    }
    match (found.is_empty(), missed) {
        (true, Some(missed)) => Err(missed),
        (true, None) => Err(error),
        (false, _) => Ok(found),
    }
}

/// The object of a data source, which has its id.
fn found_object(answer: Value) -> Option<ListedObject> {
    let Value::Object(inputs) = answer else {
        return None;
    };
    let id = inputs.get("id")?.as_str()?.to_owned();
    let state = ReadState {
        id: id.clone(),
        inputs,
        outputs: Object::default(),
        data: None,
    };
    Some(ListedObject::with_state(id, state))
}

impl ListingSource<'_> {
    /// An object that is not known yet, if it can be read.
    async fn look(
        &self,
        (registrar, known, listed): (&Registrar, &KnownObjects, &Ids),
        resource_type: &ResourceType,
        object: ListedObject,
        names: &mut Names,
    ) -> Option<Vertex> {
        let found = &self.0.found;
        if known.has(resource_type, &object) {
            found.lock().recovered += 1;
            return None;
        }
        let name = names.unique(resource_type, &object.name);
        let (stack, project) = (&known.stack, &known.project);
        let urn = Urn::new(stack, project, Urn::ROOT_MODULE, resource_type, &name);
        let read = match object.state {
            Some(state) => Ok(Some(state)),
            None => registrar.look(urn.clone(), object.id).await,
        };
        match read {
            Ok(Some(read)) => match known.owner(resource_type, &read, listed) {
                Owner::Known => {
                    found.lock().recovered += 1;
                    None
                }
                Owner::Lost(owner) if !found.lock().tagged.contains(&owner) => {
                    found.lock().tagged.push(owner.clone());
                    let name = ResourceName::parse(owner.name()).unwrap_or(name);
                    Some(vertex(owner, name, resource_type, read))
                }
                Owner::Lost(_) | Owner::Unknown => Some(vertex(urn, name, resource_type, read)),
            },
            // It was deleted in the meantime.
            Ok(None) => None,
            Err(error) => {
                found.lock().unreadable.push((urn, error.to_string()));
                None
            }
        }
    }
}

fn vertex(urn: Urn, name: ResourceName, resource_type: &ResourceType, read: ReadState) -> Vertex {
    let mut vertex = Vertex::new(urn, resource_type.clone(), name, true);
    vertex.id = Some(Value::String(read.id));
    vertex.inputs = Arc::new(read.inputs);
    vertex.outputs = Arc::new(read.outputs);
    vertex.seal_id();
    vertex
}

/// Names of resources, each of which is given once for a type, with the number to begin with for the next that is
/// wanted.
#[derive(Default)]
struct Names(HashMap<(ResourceType, String), usize>);

impl Names {
    fn without(taken: &[(ResourceType, ResourceName)]) -> Self {
        let taken = taken.iter();
        let taken = taken.map(|(of, name)| ((of.clone(), name.as_str().to_owned()), 2));
        Self(taken.collect())
    }

    fn unique(&mut self, resource_type: &ResourceType, wanted: &str) -> ResourceName {
        let wanted = match ResourceName::parse(wanted) {
            Ok(_) => wanted,
            Err(_) => "object",
        };
        let begin = (resource_type.clone(), wanted.to_owned());
        let mut number = self.0.get(&begin).copied().unwrap_or(1);
        loop {
            let text = match number {
                1 => wanted.to_owned(),
                number => format!("{wanted}-{number}"),
            };
            number += 1;
            let key = (resource_type.clone(), text);
            if self.0.contains_key(&key) {
                continue;
            }
            let name = ResourceName::parse(&key.1).expect("BUG: a name with a number is a name");
            self.0.insert(key, 2);
            self.0.insert(begin, number);
            return name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once() {
        let of = |text: &str| ResourceType::parse(text).unwrap();
        let taken = (of("a:b:T"), ResourceName::parse("x").unwrap());
        let mut names = Names::without(&[taken]);
        let mut name = |kind: &str, text: &str| names.unique(&of(kind), text).as_str().to_owned();
        assert_eq!(name("a:b:T", "x"), "x-2");
        assert_eq!(name("a:b:C", "x"), "x");
        assert_eq!(name("a:b:C", "x"), "x-2");
        assert_eq!(name("a:b:C", "x-3"), "x-3");
        assert_eq!(name("a:b:C", "x"), "x-4");
        assert_eq!(name("a:b:C", "x-3"), "x-3-2");
        assert_eq!(name("a:b:D", "x"), "x");
        assert_eq!(name("a:b:C", "a::b"), "object");
        assert_eq!(name("a:b:C", "a::b"), "object-2");
        assert_eq!(name("a:b:C", ""), "object-3");
        let last = (0..50_000).map(|_| name("a:b:E", "same")).last();
        assert_eq!(last.as_deref(), Some("same-50000"));
    }

    #[test]
    fn identities_of_objects_are_compared() {
        let inputs = |url: &str| -> Object {
            let create = [("url".to_owned(), url.into())];
            let create = Value::Object(create.into_iter().collect());
            [("create".to_owned(), create)].into_iter().collect()
        };
        let object = ListedObject {
            identifying: &["create.url"],
            ..ListedObject::with_state(
                "a",
                ReadState {
                    id: "1".to_owned(),
                    inputs: inputs("http://a/users"),
                    outputs: Object::default(),
                    data: None,
                },
            )
        };
        assert!(is_same(&inputs("http://a/users/"), &object));
        assert!(!is_same(&inputs("http://a/teams"), &object));
        assert!(is_same(&Object::default(), &object));
        let by_id = ListedObject::to_read("1", "a");
        assert!(is_same(&inputs("http://a/teams"), &by_id));
    }
}

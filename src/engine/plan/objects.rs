//! Objects that several resources have: the one of a deletion stays while another resource manages it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use lumi_graph::{ResourceKind, Urn, Value};
use lumi_state::{Resource, Serial, Stage};

use super::dynamic::{code_in_inputs, has_code_in_inputs};
use super::generation::generation;

/// The identity of an object: package or provider, type and id.
type ObjectKey = (Option<Urn>, Option<Serial>, String, String);

/// The objects of resources that are to be deleted, and of those that stay.
pub struct Objects<'a> {
    providers: ProviderIndex<'a>,
    by_key: FxHashMap<ObjectKey, Vec<Claim<'a>>>,
}

/// A resource that has an object.
struct Claim<'a> {
    resource: &'a Arc<Resource>,
    stays: bool,
    is_new: bool,
}

impl<'a> Objects<'a> {
    pub fn new(
        to_delete: &'a [Arc<Resource>],
        remaining: &'a [Arc<Resource>],
        is_new: impl Fn(&Resource) -> bool,
    ) -> Self {
        let providers = ProviderIndex::new(to_delete.iter().chain(remaining));
        let mut by_key: FxHashMap<ObjectKey, Vec<Claim<'a>>> = FxHashMap::default();
        let going = to_delete.iter().map(|it| (it, false));
        for (resource, stays) in going.chain(remaining.iter().map(|it| (it, true))) {
            // A resource that awaits its replacement has no object.
            if resource.stage == Stage::AwaitingReplacement {
                continue;
            }
            if let Some(key) = providers.object_of(resource) {
                // Only a dynamic resource can be new here: see `is_dynamic_object_of`.
                let is_dynamic = has_code_in_inputs(resource.urn.resource_type());
                let is_new = is_dynamic && is_new(resource);
                by_key.entry(key).or_default().push(Claim {
                    resource,
                    stays,
                    is_new,
                });
            }
        }
        Self { providers, by_key }
    }

    /// Whether a resource that stays has the object of one that is to be deleted.
    pub fn is_shared(&self, resource: &Arc<Resource>) -> bool {
        let key = self.providers.object_of(resource);
        let Some(claims) = key.and_then(|it| self.by_key.get(&it)) else {
            return false;
        };
        let mut staying = claims.iter().filter(|it| it.stays);
        match has_code_in_inputs(resource.urn.resource_type()) {
            true => staying.any(|it| is_dynamic_object_of(it, resource, claims)),
            false => staying.next().is_some(),
        }
    }
}

/// Whether two dynamic resources of Pulumi with one id have one object. Such an id counts within its provider, which is code in
/// the inputs, and many providers have one id for all of their objects. So what another resource got in an earlier run, for
/// other inputs, is another object. What a new resource got may be the object, under another name.
fn is_dynamic_object_of(claim: &Claim<'_>, resource: &Resource, claims: &[Claim<'_>]) -> bool {
    let code = code_in_inputs(resource);
    let other = claim.resource;
    if code_in_inputs(other) != code {
        return false;
    }
    let is_renamed = claim.is_new && other.urn != resource.urn;
    other.inputs == resource.inputs || (is_renamed && !are_ids_repeated(claims, code))
}

/// Whether a provider has one id for several resources: those before this run, or those that are new.
fn are_ids_repeated(claims: &[Claim<'_>], code: Option<&Value>) -> bool {
    [false, true].into_iter().any(|is_new| {
        let of_run = claims.iter().filter(|it| it.is_new == is_new);
        let mut urns = of_run
            .filter(|it| code_in_inputs(it.resource) == code)
            .map(|it| &it.resource.urn);
        let first = urns.next();
        urns.any(|it| Some(it) != first)
    })
}

/// The provider resources by URN; several have one URN after a replacement.
struct ProviderIndex<'a>(FxHashMap<&'a Urn, Vec<Arc<Resource>>>);

impl<'a> ProviderIndex<'a> {
    fn new(resources: impl Iterator<Item = &'a Arc<Resource>>) -> Self {
        let mut by_urn: FxHashMap<&Urn, Vec<Arc<Resource>>> = FxHashMap::default();
        for resource in resources.filter(|it| it.kind == ResourceKind::Provider) {
            let providers = by_urn.entry(&resource.urn).or_default();
            providers.push(Arc::clone(resource));
        }
        Self(by_urn)
    }

    fn object_of(&self, resource: &Arc<Resource>) -> Option<ObjectKey> {
        if resource.kind != ResourceKind::Custom {
            return None;
        }
        let id = resource.id.clone()?;
        let resource_type = resource.urn.resource_type().to_owned();
        let providers = resource.provider.as_ref().and_then(|it| self.0.get(it));
        let provider = || {
            let provider = generation(providers.into_iter().flatten().cloned(), resource.serial);
            provider.map(|it| it.serial)
        };
        let provider = resource.provider_serial.or_else(provider);
        Some((resource.provider.clone(), provider, resource_type, id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DYNAMIC: &str = "pulumi-nodejs:dynamic:Resource";

    /// A resource with the id `same`: its serial, type, name, code and another input.
    fn resource(serial: u64, kind: &str, (name, code, input): (&str, &str, &str)) -> Arc<Resource> {
        let urn = format!("urn:lumi:dev::web::index::{kind}::{name}");
        let inputs = [("__provider", code), ("n", input)];
        let inputs = inputs.map(|(name, value)| (name.to_owned(), value.into()));
        Arc::new(Resource {
            id: Some("same".to_owned()),
            inputs: Arc::new(inputs.into_iter().collect()),
            ..Resource::new(
                Serial(serial),
                Urn::parse(&urn).unwrap(),
                ResourceKind::Custom,
            )
        })
    }

    /// Whether the object of the first resource stays when `others` do; those whose name begins with `new` are new.
    fn stays(
        kind: &str,
        deleted: (&str, &str, &str),
        others: &[(u64, (&str, &str, &str))],
    ) -> bool {
        let to_delete = [resource(1, kind, deleted)];
        let remaining = others
            .iter()
            .map(|(serial, it)| resource(*serial, kind, *it));
        let remaining: Vec<_> = remaining.collect();
        let objects = Objects::new(&to_delete, &remaining, |it| {
            it.urn.name().starts_with("new")
        });
        objects.is_shared(&to_delete[0])
    }

    #[test]
    fn ids_of_providers_are_those_of_objects() {
        for serial in [2, 10] {
            let others = [(serial, ("new", "code", "y"))];
            assert!(stays("test:index:Thing", ("old", "code", "x"), &others));
        }
        assert!(!stays("test:index:Thing", ("old", "code", "x"), &[]));
    }

    #[test]
    fn a_renamed_dynamic_resource_keeps_its_object_whatever_changes_with_the_name() {
        let old = ("old", "code", "x");
        for new in [("new", "code", "x"), ("new", "code", "y")] {
            assert!(stays(DYNAMIC, old, &[(10, new)]), "{new:?}");
        }
    }

    #[test]
    fn objects_of_one_id_are_those_of_their_code_and_inputs() {
        let old = ("old", "code", "x");
        // Another provider, a replacement, a resource of an earlier run, and a provider that has one id for all objects.
        assert!(!stays(DYNAMIC, old, &[(10, ("new", "other", "x"))]));
        assert!(!stays(DYNAMIC, old, &[(10, ("old", "code", "y"))]));
        assert!(!stays(DYNAMIC, old, &[(2, ("kept", "code", "y"))]));
        let both = [(2, ("kept", "code", "y")), (10, ("new", "code", "z"))];
        assert!(!stays(DYNAMIC, old, &both));
        assert!(stays(DYNAMIC, old, &[(2, ("kept", "code", "x"))]));
        // A resource of an earlier run that this one replaced, and two that are new.
        assert!(!stays(DYNAMIC, old, &[(10, ("kept", "code", "y"))]));
        let both = [(10, ("new", "code", "y")), (11, ("new two", "code", "z"))];
        assert!(!stays(DYNAMIC, old, &both));
    }
}

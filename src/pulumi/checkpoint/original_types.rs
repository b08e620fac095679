//! Types that Pulumi writes in fewer parts than Lumi, such as `acme:Site`: a document has them as
//! programs write them, in all URNs.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json};

use lumi_state::StackState;

use super::document::StoredResource;
use crate::values::{original_type, signature};

const SEPARATOR: &str = "::";

/// The types of a state that are written in another form, by Lumi's.
pub struct OriginalTypes(FxHashMap<String, String>);

impl OriginalTypes {
    pub fn of(state: &StackState) -> Self {
        let all = state.resources.values();
        let known = all.filter_map(|it| {
            let original = original_type(&it.options)?.to_owned();
            Some((it.urn.resource_type().to_owned(), original))
        });
        Self(known.collect())
    }

    /// Restores the types in all URNs of a resource.
    pub fn restore(&self, stored: &mut StoredResource) {
        if self.0.is_empty() {
            return;
        }
        if let Some(original) = self.0.get(&stored.kind) {
            stored.kind.clone_from(original);
        }
        let single = [
            &mut stored.urn,
            &mut stored.parent,
            &mut stored.provider,
            &mut stored.deleted_with,
        ];
        let lists = [
            &mut stored.dependencies,
            &mut stored.aliases,
            &mut stored.replace_with,
        ];
        let of_inputs = stored.property_dependencies.values_mut();
        let urns = single.into_iter();
        let urns = urns.chain(lists.into_iter().flatten());
        let urns = urns.chain(of_inputs.flatten().flatten());
        urns.for_each(|it| self.urn(it));
        self.members(&mut stored.inputs);
        self.members(&mut stored.outputs);
    }

    fn urn(&self, text: &mut String) {
        let mut parts = text.splitn(4, SEPARATOR);
        let (Some(stack), Some(project), Some(types), Some(name)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return;
        };
        let types = types.split('$');
        let types = types.map(|it| self.0.get(it).map_or(it, String::as_str));
        let types = types.collect::<Vec<_>>().join("$");
        *text = [stack, project, &types, name].join(SEPARATOR);
    }

    /// Restores the types in references to resources.
    pub fn members(&self, members: &mut Map<String, Json>) {
        let signature = members.get(signature::KEY).and_then(Json::as_str);
        if signature == Some(signature::RESOURCE)
            && let Some(Json::String(urn)) = members.get_mut("urn")
        {
            self.urn(urn);
        }
        members.values_mut().for_each(|it| self.value(it));
    }

    fn value(&self, value: &mut Json) {
        match value {
            Json::Object(members) => self.members(members),
            Json::Array(items) => items.iter_mut().for_each(|it| self.value(it)),
            _ => {}
        }
    }
}

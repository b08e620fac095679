//! Inputs that a configuration is likely to set although the provider could: they have values of other resources.

use std::collections::{BTreeMap, HashMap, HashSet};

use lumi_graph::{Object, PackageInterfaces, Value};
use lumi_inference::origins;
use lumi_terraform::adapter::resource_token;

use super::state::ForeignState;

/// For each object of a state, the attributes with a text that only the provider of an object which it needs
/// can have made.
pub fn likely_inputs(state: &ForeignState, packages: &dyn PackageInterfaces) -> Vec<Vec<String>> {
    let values: Vec<Object> = state.file.objects.iter().map(|it| it.values()).collect();
    let made = made_texts(state, &values, packages);
    let likely = state.file.objects.iter().zip(&values);
    let likely = likely.map(|(object, values)| {
        let needed = object.dependencies.iter();
        let needed: Vec<&HashSet<String>> = needed.filter_map(|it| made.get(it.as_str())).collect();
        let is_made = |it: &Value| {
            let text = it.open().as_str();
            text.is_some_and(|text| needed.iter().any(|it| it.contains(text)))
        };
        let has_made = |it: &Value| match it.open() {
            Value::Array(elements) => elements.iter().any(is_made),
            other => is_made(other),
        };
        let found = values.iter().filter(|(_, it)| has_made(it));
        found.map(|(name, _)| name.clone()).collect()
    });
    likely.collect()
}

/// The texts that the provider of each resource has made, by the address of the resource.
fn made_texts<'s>(
    state: &'s ForeignState,
    values: &[Object],
    packages: &dyn PackageInterfaces,
) -> HashMap<&'s str, HashSet<String>> {
    let mut opened = BTreeMap::new();
    let mut made: HashMap<&str, HashSet<String>> = HashMap::new();
    for (at, object) in state.file.objects.iter().enumerate() {
        let package = state.package(&object.provider);
        let interface = opened
            .entry(package)
            .or_insert_with(|| packages.open(package).and_then(Result::ok));
        let token = resource_token(package, &object.type_name);
        let described = interface.as_ref().and_then(|it| it.resource(&token).ok()?);
        // Without a schema, nothing tells what the provider has made.
        let Some(described) = described else { continue };
        let mut outputs = values[at].clone();
        outputs.retain(|name, _| described.inputs.get(name).is_none());
        let texts = origins(at, &outputs, None).into_iter().map(|it| it.text);
        made.entry(&object.resource).or_default().extend(texts);
    }
    made
}

//! Code for the options of a resource.

use std::collections::BTreeMap;

use lumi_graph::{Object, PropertyPath, Urn, Value};

use super::class_index::Class;
use super::code::Code;
use super::inherited_options::Inherited;
use super::note::NoteKind;
use super::program_context::ProgramContext;
use super::values::hidden_value::HiddenValue;
use super::values::value_code::{ValueOrigins, value_code};

/// Options that only resources with a provider have.
const CUSTOM_ONLY: [&str; 3] = ["deleteBeforeReplace", "import", "additionalSecretOutputs"];

/// Options that are data, and cross as they are.
const PLAIN: [&str; 7] = [
    "ignoreChanges",
    "replaceOnChanges",
    "hideDiffs",
    "deleteBeforeReplace",
    "import",
    "additionalSecretOutputs",
    "version",
];

/// The time limits that the SDK has.
const TIMEOUTS: [&str; 3] = ["create", "update", "delete"];

/// Writes the options of one resource.
pub struct OptionsWriter<'c, 'g, 'p> {
    pub context: &'c mut ProgramContext<'g, 'p>,
    pub position: usize,
    /// The options that the parent passes on.
    pub above: Inherited,
    /// The resources that it depends on although no value says so.
    pub unplaced: Vec<usize>,
    members: Vec<(String, Code)>,
}

impl<'c, 'g, 'p> OptionsWriter<'c, 'g, 'p> {
    pub fn new(
        context: &'c mut ProgramContext<'g, 'p>,
        position: usize,
        above: Inherited,
        unplaced: Vec<usize>,
    ) -> Self {
        Self {
            context,
            position,
            above,
            unplaced,
            members: Vec::new(),
        }
    }

    /// The members of the object, of which none is needed often.
    pub fn write(mut self) -> Vec<(String, Code)> {
        if let Some(parent) = self.context.index.parents[self.position] {
            self.add("parent", Code::Variable(parent));
        }
        self.depends_on();
        self.provider();
        let vertex = self.context.index.vertex(self.position);
        for (name, value) in vertex.options.to_object() {
            self.option(&name, &value);
        }
        self.inherited_flags();
        self.members
    }

    fn add(&mut self, name: &str, code: Code) {
        self.members.push((name.to_owned(), code));
    }

    fn lost(&mut self, name: &str, message: &str) {
        let position = Some(self.position);
        self.context.note(NoteKind::Lost, position, name, message);
    }

    fn depends_on(&mut self) {
        let mut all = self.context.index.explicit[self.position].clone();
        all.extend(std::mem::take(&mut self.unplaced));
        all.sort_unstable_by_key(|it| self.context.index.ranks[*it]);
        all.dedup();
        let mut all: Vec<Code> = all.into_iter().map(Code::Variable).collect();
        match all.len() {
            0 => {}
            1 => self.add("dependsOn", all.remove(0)),
            _ => self.add("dependsOn", Code::List(all)),
        }
    }

    fn provider(&mut self) {
        let vertex = self.context.index.vertex(self.position);
        let own = self.context.index.providers[self.position];
        let is_provider = vertex.resource_type.provided_package().is_some();
        let package = vertex.resource_type.package();
        let above = self.above.providers.get(package).copied();
        let above = above.filter(|_| vertex.custom && !is_provider);
        match own {
            Some(own) if Some(own) == above => {}
            Some(_) if !vertex.custom => {
                self.lost("provider", "a component has no provider of its own");
            }
            Some(own) => {
                let of = &self.context.index.vertex(own).resource_type;
                match of.provided_package().is_some() {
                    true => self.add("provider", Code::Variable(own)),
                    false => self.lost("provider", "it is not a provider"),
                }
            }
            None if above.is_some() => {
                self.lost(
                    "provider",
                    "a resource cannot refuse the provider of its parent",
                );
            }
            None => {}
        }
    }

    fn option(&mut self, name: &str, value: &Value) {
        let is_custom = self.context.index.vertex(self.position).custom;
        let is_plan_only = name == "import" && self.context.class(self.position) == Class::Read;
        match name {
            "protect" | "retainOnDelete" => {}
            _ if is_plan_only => self.lost(name, "an object that is only read is not imported"),
            _ if CUSTOM_ONLY.contains(&name) && !is_custom => {
                self.lost(name, "it has no meaning for a component");
            }
            "providers" => self.providers(value),
            "deletedWith" => self.deleted_with(value),
            "customTimeouts" => self.timeouts(value),
            "aliases" => self.aliases(value),
            _ if PLAIN.contains(&name) => match is_of_the_sdk(name, value) {
                true => {
                    let code = plain(value);
                    self.add(name, code);
                }
                false => self.lost(name, "its value is none that the SDK takes"),
            },
            _ => self.lost(name, "the SDK has no such option"),
        }
    }

    fn providers(&mut self, value: &Value) {
        let index = &self.context.index;
        if index.vertex(self.position).custom {
            return self.lost(
                "providers",
                "only a component has providers for its children",
            );
        }
        let Value::Object(members) = value else {
            return self.lost("providers", "its value is none that the SDK takes");
        };
        let mut own: BTreeMap<&str, usize> = BTreeMap::new();
        let mut has_other = false;
        for (package, urn) in members {
            let urn = urn.as_str().and_then(|it| Urn::parse(it).ok());
            let at = urn.and_then(|it| index.positions.get(&it).copied());
            let is_provider = |at: &usize| {
                let of = &index.vertex(*at).resource_type;
                of.provided_package().is_some() && index.can_use(self.position, *at)
            };
            match at.filter(is_provider) {
                Some(at) => drop(own.insert(package, at)),
                None => has_other = true,
            }
        }
        let is_unset = |package: &String| !members.contains_key(package);
        has_other |= self.above.providers.keys().any(is_unset);
        own.retain(|package, at| self.above.providers.get(*package) != Some(at));
        let is_list = own.iter().all(|(package, at)| {
            index.vertex(*at).resource_type.provided_package() == Some(package)
        });
        let code = match is_list {
            true => Code::List(own.values().map(|it| Code::Variable(*it)).collect()),
            false => {
                let members = own.iter();
                Code::Object(
                    members
                        .map(|(key, it)| ((*key).to_owned(), Code::Variable(*it)))
                        .collect(),
                )
            }
        };
        if !own.is_empty() {
            self.add("providers", code);
        }
        if has_other {
            self.lost(
                "providers",
                "not all providers can be passed on as the graph says",
            );
        }
    }

    fn deleted_with(&mut self, value: &Value) {
        let urn = value.as_str().and_then(|it| Urn::parse(it).ok());
        if urn.is_some() && urn == self.above.deleted_with {
            return;
        }
        let index = &self.context.index;
        let at = urn.and_then(|it| index.positions.get(&it).copied());
        match at.filter(|it| index.can_use(self.position, *it)) {
            Some(at) => self.add("deletedWith", Code::Variable(at)),
            None => self.lost("deletedWith", "the resource is not declared before"),
        }
    }

    fn timeouts(&mut self, value: &Value) {
        let Value::Object(members) = value else {
            return self.lost("customTimeouts", "its value is none that the SDK takes");
        };
        let is_known = |(name, value): &(&String, &Value)| {
            TIMEOUTS.contains(&name.as_str()) && value.as_str().is_some()
        };
        let kept: Object = members
            .iter()
            .filter(is_known)
            .map(|(name, it)| (name.clone(), it.clone()))
            .collect();
        let is_whole = kept.len() == members.len();
        self.add("customTimeouts", plain(&Value::Object(kept)));
        if !is_whole {
            self.lost("customTimeouts", "the SDK has other time limits");
        }
    }

    fn aliases(&mut self, value: &Value) {
        const PARTS: [&str; 5] = ["name", "type", "stack", "project", "parent"];
        let is_alias = |it: &Value| match it {
            Value::String(_) => true,
            Value::Object(parts) => parts
                .iter()
                .all(|(key, it)| PARTS.contains(&key.as_str()) && it.as_str().is_some()),
            _ => false,
        };
        match value {
            Value::Array(all) if all.iter().all(is_alias) => self.add("aliases", plain(value)),
            _ => self.lost("aliases", "its value is none that the SDK takes"),
        }
    }

    /// Options that children inherit are written where they change.
    fn inherited_flags(&mut self) {
        let options = &self.context.index.vertex(self.position).options;
        let flags = [
            ("protect", options.protect(), self.above.protect),
            (
                "retainOnDelete",
                options.retain_on_delete(),
                self.above.retain_on_delete,
            ),
        ];
        let lacks_host = options.deleted_with().is_none() && self.above.deleted_with.is_some();
        for (name, own, above) in flags {
            match (own, above) {
                (own, above) if own == above => {}
                (Some(own), _) => self.add(name, Code::text(own.to_string())),
                (None, _) => self.lost(name, "a resource cannot leave out what its parent sets"),
            }
        }
        if lacks_host {
            self.lost(
                "deletedWith",
                "a resource cannot leave out what its parent sets",
            );
        }
    }
}

/// Whether an option has a value of its type: the graph keeps others, too.
fn is_of_the_sdk(name: &str, value: &Value) -> bool {
    match name {
        "deleteBeforeReplace" => matches!(value, Value::Bool(_)),
        "import" | "version" => value.as_str().is_some(),
        _ => matches!(value, Value::Array(items) if items.iter().all(|it| it.as_str().is_some())),
    }
}

/// The code of plain data.
fn plain(value: &Value) -> Code {
    value_code(value, &mut PropertyPath::new(), &mut Plain)
}

struct Plain;

impl ValueOrigins for Plain {
    /// No option has a value of a kind that can be secret.
    fn secret(&mut self, _: HiddenValue<'_>, _: &PropertyPath) -> Code {
        Code::text("undefined")
    }
}

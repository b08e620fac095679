//! Random programs with all options.

use proptest::prelude::*;

use super::program::{Program, Spec};
use lumi_graph::Value;

/// Objects that exist before the first run, and may be read or imported.
pub const FOREIGN: [&str; 2] = ["x-1", "x-2"];

/// A resource before its neighbours are known.
#[derive(Clone, Debug)]
struct Draft {
    value: u8,
    key: u8,
    /// The earlier resource that it uses, and how.
    link: Option<(usize, Link)>,
    role: Role,
    is_protected: bool,
    is_retained: bool,
    /// Whether the program sets the order of the replacement, or the provider does.
    order: Order,
    host: Option<usize>,
    provider: u8,
    renamed: bool,
    replaces_on_value: bool,
    /// An input whose changes are ignored.
    ignored: Option<&'static str>,
    /// The earlier resource with which it is replaced.
    partner: Option<usize>,
    trigger: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    Replacing,
    Updating,
    After,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Default,
    DeleteFirst,
    CreateFirst,
    Slot,
    /// One of two places.
    Place(u8),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Managed,
    OtherType,
    Imported,
    Read(usize),
    Component,
}

fn draft() -> impl Strategy<Value = Draft> {
    let link = prop_oneof![
        Just(Link::Replacing),
        Just(Link::Updating),
        Just(Link::After)
    ];
    let order = prop_oneof![
        4 => Just(Order::Default),
        1 => Just(Order::DeleteFirst),
        1 => Just(Order::CreateFirst),
        1 => Just(Order::Slot),
        2 => (0..2u8).prop_map(Order::Place),
    ];
    let role = prop_oneof![
        12 => Just(Role::Managed),
        2 => Just(Role::OtherType),
        2 => Just(Role::Imported),
        1 => (0..2usize).prop_map(Role::Read),
        1 => Just(Role::Component),
    ];
    let seldom = || prop::bool::weighted(0.15);
    (
        (
            0..3u8,
            0..2u8,
            prop::option::weighted(0.6, (0..6usize, link)),
            role,
        ),
        (
            seldom(),
            seldom(),
            order,
            prop::option::weighted(0.15, 0..6usize),
        ),
        (0..4u8, seldom(), seldom()),
        (
            prop::option::weighted(0.15, prop_oneof![Just("value"), Just("key")]),
            prop::option::weighted(0.15, 0..6usize),
            prop::option::weighted(0.2, 0..2u8),
        ),
    )
        .prop_map(
            |((value, key, link, role), (is_protected, is_retained, order, host), rest, more)| {
                let (provider, renamed, replaces_on_value) = rest;
                let (ignored, partner, trigger) = more;
                Draft {
                    value,
                    key,
                    link,
                    role,
                    is_protected,
                    is_retained,
                    order,
                    host,
                    provider,
                    renamed,
                    replaces_on_value,
                    ignored,
                    partner,
                    trigger,
                }
            },
        )
}

fn alias(parts: &[(&str, String)]) -> Value {
    let parts = parts
        .iter()
        .map(|(key, value)| ((*key).to_owned(), Value::from(value.as_str())));
    Value::Object(parts.collect())
}

/// A name, and a former identity: either of two names or types.
fn named(index: usize, draft: &Draft) -> (String, Value) {
    let name = |renamed: bool| match renamed {
        true => format!("s{index}"),
        false => format!("r{index}"),
    };
    let mut aliases = Vec::new();
    for before in [name(false), name(true)] {
        for kind in ["Thing", "Item", "Group"] {
            let kind = format!("test:index:{kind}");
            aliases.push(alias(&[("name", before.clone()), ("type", kind)]));
        }
    }
    (name(draft.renamed), Value::Array(aliases))
}

fn spec(index: usize, draft: &Draft, before: &[Spec], providers: bool) -> Spec {
    let (name, aliases) = named(index, draft);
    let value = format!("v{}", draft.value);
    let mut spec = match draft.role {
        Role::Component => return Spec::component(&name).option("aliases", aliases),
        Role::Read(foreign) => {
            return Spec::read(&name, FOREIGN[foreign]).option("aliases", aliases);
        }
        // No two resources import the same object.
        Role::Imported if index < FOREIGN.len() => {
            Spec::new(&name, &value).option("import", FOREIGN[index])
        }
        Role::Imported => Spec::new(&name, &value),
        Role::OtherType => Spec::new(&name, &value).of_type("Item"),
        Role::Managed => Spec::new(&name, &value),
    };
    let is_imported = matches!(draft.role, Role::Imported);
    spec = spec.option("aliases", aliases);
    // Inputs that foreign objects do not have prevent their adoption.
    if !is_imported || draft.key > 0 {
        spec = spec.input("key", format!("k{}", draft.key).as_str());
    }
    if draft.is_protected {
        spec = spec.protect();
    }
    if draft.is_retained {
        spec = spec.option("retainOnDelete", true);
    }
    if draft.replaces_on_value {
        spec = spec.option("replaceOnChanges", vec![Value::from("value")]);
    }
    if let Some(input) = draft.ignored {
        spec = spec.option("ignoreChanges", vec![Value::from(input)]);
    }
    if let Some(trigger) = draft.trigger {
        spec = spec.option("replacementTrigger", format!("t{trigger}"));
    }
    spec = match draft.order {
        Order::Default => spec,
        Order::DeleteFirst => spec.option("deleteBeforeReplace", true),
        Order::CreateFirst => spec.option("deleteBeforeReplace", false),
        Order::Slot | Order::Place(_) if is_imported => spec,
        Order::Slot => spec.input("slot", format!("slot{index}").as_str()),
        Order::Place(at) => spec.input("place", format!("place{index}-{at}").as_str()),
    };
    let managed = |at: usize| {
        before
            .get(at)
            .filter(|it| !it.is_component && !it.is_provider)
    };
    if let Some((at, link)) = draft.link
        && let Some(other) = managed(at)
    {
        spec = match link {
            Link::Replacing => spec.uses("key_link", &other.name),
            Link::Updating => spec.uses("link", &other.name),
            Link::After => spec.after(&other.name),
        };
    }
    let host = draft
        .host
        .and_then(managed)
        .filter(|it| it.read_id.is_none());
    if let Some(host) = host {
        spec = spec.uses("host", &host.name).deleted_with(&host.name);
    }
    if let Some(partner) = draft.partner.and_then(managed) {
        spec = spec.replaced_with(&partner.name);
    }
    if providers && draft.provider == 0 && !is_imported {
        spec = spec.with("p");
    }
    spec
}

/// Six names, and a provider whose region changes.
pub fn any_options() -> impl Strategy<Value = Program> {
    let provider = prop::option::weighted(0.6, (0..2u8, any::<bool>()));
    (
        provider,
        prop::collection::vec(prop::option::weighted(0.75, draft()), 6),
    )
        .prop_map(|(provider, drafts)| {
            let mut program = Vec::new();
            if let Some((region, renamed)) = provider {
                let label = if renamed { "red" } else { "blue" };
                let p = Spec::provider("p", ["north", "south"][usize::from(region)]);
                program.push(p.input("label", label));
            }
            for (index, draft) in drafts.into_iter().enumerate() {
                let Some(draft) = draft else { continue };
                program.push(spec(index, &draft, &program, provider.is_some()));
            }
            Program(program)
        })
}

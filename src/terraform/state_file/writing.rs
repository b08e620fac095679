//! Writes a state as a file.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::cty::{JsonText, Path, Step};
use crate::lifecycle::Status;

use super::address::modules_text;
use super::state_file::{InstanceKey, StateFile, StateObject, StateOutput};

/// An object with the addresses of its module and its provider.
struct Located<'s> {
    object: &'s StateObject,
    module: String,
    provider: String,
}

impl<'s> Located<'s> {
    fn new(object: &'s StateObject) -> Self {
        Self {
            object,
            module: modules_text(&object.modules),
            provider: object.provider.to_string(),
        }
    }

    fn resource(&self) -> [&str; 4] {
        let Self {
            object,
            module,
            provider,
        } = self;
        [module, &object.type_name, &object.name, provider]
    }

    fn order(&self) -> ([&str; 4], Option<&InstanceKey>, Option<&str>) {
        let key = self.object.key.as_ref();
        (self.resource(), key, self.object.deposed.as_deref())
    }
}

impl StateFile {
    /// The text of a file of version 4, with all objects and outputs, and without data sources.
    pub fn to_text(&self) -> String {
        let mut outputs: Vec<&StateOutput> = self.outputs.iter().collect();
        outputs.sort_by(|one, other| one.name.cmp(&other.name));
        let outputs = outputs.into_iter().map(|it| (it.name.as_str(), output(it)));
        let file = object(vec![
            ("version", "4".to_owned()),
            ("terraform_version", text(&self.tool_version)),
            ("serial", self.serial.to_string()),
            ("lineage", text(&self.lineage)),
            ("outputs", object(outputs.collect())),
            ("resources", self.resources()),
            ("check_results", "null".to_owned()),
        ]);
        match JsonText::parse(file.as_bytes()) {
            Ok(json) => {
                let mut written = String::new();
                pretty(&json, 0, &mut written);
                written + "\n"
            }
            // Attributes may be nested as deeply as a reader allows.
            Err(_) => file,
        }
    }

    /// The objects by their resources, in the order in which the tools write them.
    fn resources(&self) -> String {
        let mut all: Vec<Located<'_>> = self.objects.iter().map(Located::new).collect();
        all.sort_by(|one, other| one.order().cmp(&other.order()));
        let mut resources = Vec::new();
        for same in all.chunk_by(|one, other| one.resource() == other.resource()) {
            let [first, ..] = same else { continue };
            let mut members = Vec::new();
            if !first.module.is_empty() {
                members.push(("module", text(&first.module)));
            }
            members.extend([
                ("mode", text("managed")),
                ("type", text(&first.object.type_name)),
                ("name", text(&first.object.name)),
                ("provider", text(&first.provider)),
                (
                    "instances",
                    array(same.iter().map(|it| instance(it.object))),
                ),
            ]);
            resources.push(object(members));
        }
        array(resources.into_iter())
    }
}

fn text(text: &str) -> String {
    JsonText::String(Cow::Borrowed(text)).to_text()
}

fn object(members: Vec<(&str, String)>) -> String {
    let members = members.into_iter();
    let members = members.map(|(name, value)| format!("{}:{value}", text(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn array(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(","))
}

fn output(output: &StateOutput) -> String {
    let mut members = vec![("value", output.json.clone()), ("type", output.of.clone())];
    if output.value.contains_secret() {
        members.push(("sensitive", "true".to_owned()));
    }
    object(members)
}

fn instance(it: &StateObject) -> String {
    let stored = &it.stored;
    let mut members = Vec::new();
    match &it.key {
        None => {}
        Some(InstanceKey::Index(index)) => members.push(("index_key", index.to_string())),
        Some(InstanceKey::Key(key)) => members.push(("index_key", text(key))),
    }
    if stored.status == Status::Tainted {
        members.push(("status", text("tainted")));
    }
    if let Some(deposed) = &it.deposed {
        members.push(("deposed", text(deposed)));
    }
    members.push(("schema_version", stored.schema_version.to_string()));
    members.push(("attributes", stored.attributes.clone()));
    members.push((
        "sensitive_attributes",
        array(stored.secrets.iter().map(path)),
    ));
    if let Some((identity, version)) = &stored.identity {
        members.push(("identity_schema_version", version.to_string()));
        members.push(("identity", identity.clone()));
    }
    if !stored.private.is_empty() {
        members.push(("private", text(&STANDARD.encode(&stored.private))));
    }
    if !it.dependencies.is_empty() {
        members.push((
            "dependencies",
            array(it.dependencies.iter().map(|it| text(it))),
        ));
    }
    if it.creates_before_destroy {
        members.push(("create_before_destroy", "true".to_owned()));
    }
    if it.is_retained {
        members.push(("skip_destroy", "true".to_owned()));
    }
    object(members)
}

fn path(path: &Path) -> String {
    array(path.0.iter().map(step))
}

fn step(step: &Step) -> String {
    let index = |value, of| {
        let value = object(vec![("value", value), ("type", text(of))]);
        object(vec![("type", text("index")), ("value", value)])
    };
    match step {
        Step::Attribute(name) => object(vec![("type", text("get_attr")), ("value", text(name))]),
        Step::Key(key) => index(text(key), "string"),
        Step::Index(at) => index(at.to_string(), "number"),
    }
}

/// Writes JSON with a line for each member, as the tools do.
fn pretty(json: &JsonText<'_>, depth: usize, written: &mut String) {
    let line = |written: &mut String, depth: usize| {
        written.push('\n');
        written.extend(std::iter::repeat_n("  ", depth));
    };
    let begin = |written: &mut String, at: usize| {
        if at > 0 {
            written.push(',');
        }
        line(written, depth + 1);
    };
    match json {
        JsonText::Array(elements) if !elements.is_empty() => {
            written.push('[');
            for (at, element) in elements.iter().enumerate() {
                begin(written, at);
                pretty(element, depth + 1, written);
            }
            line(written, depth);
            written.push(']');
        }
        JsonText::Object(members) if !members.is_empty() => {
            written.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                begin(written, at);
                written.push_str(&JsonText::String(Cow::Borrowed(name)).to_text());
                written.push_str(": ");
                pretty(member, depth + 1, written);
            }
            line(written, depth);
            written.push('}');
        }
        plain => written.push_str(&plain.to_text()),
    }
}

//! The clients of captured resources, and the outputs that the code reads.

use std::collections::{BTreeMap, BTreeSet};

use crate::capture::{Capture, CapturedResource};
use crate::dependencies::{Access, used};

use super::Bound;
use super::code::Code;
use super::literal::key;
use super::values::ValueWriter;

/// The outputs that the code reads, by the serial of their resource.
pub struct ResourceUses {
    outputs: BTreeMap<u32, BTreeSet<String>>,
    /// Resources that are read from fields of others.
    members: BTreeSet<(u32, String)>,
}

impl ResourceUses {
    pub fn find(capture: &Capture) -> Self {
        let mut outputs: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
        let (found, members) = used(capture);
        for dependency in found {
            if let Access::Property(name) = dependency.access {
                outputs.entry(dependency.serial).or_default().insert(name);
            }
        }
        Self { outputs, members }
    }

    fn outputs(&self, serial: u32) -> BTreeSet<String> {
        self.outputs.get(&serial).cloned().unwrap_or_default()
    }

    fn reads_member(&self, serial: u32, name: &str) -> bool {
        self.members.contains(&(serial, name.to_owned()))
    }
}

/// Writes a resource: the client with the outputs that the code reads.
pub struct ResourceWriter<'w, 'a> {
    pub writer: &'w mut ValueWriter<'a>,
    pub resource: &'a CapturedResource,
}

impl ResourceWriter<'_, '_> {
    pub fn expression(&mut self) -> Code {
        let resource = self.resource;
        let outputs = self.writer.resources.outputs(resource.serial);
        let mut own = self.outputs(&outputs);
        let bindings = literal(&self.outputs(&resource.bindings));
        for (name, held) in &resource.members {
            if self.writer.resources.reads_member(resource.serial, name) {
                let held = self.writer.reference(*held);
                own.push(format!("{}: {held}", key(name)));
            }
        }
        let Some(client) = resource.client else {
            return Code::new(literal(&own));
        };
        let client = format!("{}({bindings})", self.writer.reference(client));
        Code::new(match own.is_empty() {
            true => client,
            false => format!("Object.assign({client}, {})", literal(&own)),
        })
    }

    /// Members of an object with the values of outputs.
    fn outputs<'p>(&mut self, properties: impl IntoIterator<Item = &'p String>) -> Vec<String> {
        let mut members = Vec::new();
        for property in properties {
            let bound = Bound::Output {
                serial: self.resource.serial,
                property: property.clone(),
            };
            let value = self
                .writer
                .environment(&self.resource.name, property, bound);
            members.push(format!("{}: {value}", key(property)));
        }
        members
    }
}

fn literal(members: &[String]) -> String {
    match members.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{ {} }}", members.join(", ")),
    }
}

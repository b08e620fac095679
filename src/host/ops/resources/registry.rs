//! The resources a program declared, by serial.

use rustc_hash::FxHashMap;

use lumi_graph::{
    Goal, Object, ProviderCode, ResourceKind, ResourceName, ResourceOptions, ResourceType,
    SourcePosition, Urn, Value,
};

/// One declared resource.
#[derive(Clone)]
pub struct Declared {
    pub urn: Urn,
    pub resource_type: ResourceType,
    pub name: ResourceName,
    pub kind: ResourceKind,
    /// Whether the provider constructs the component.
    pub is_remote: bool,
    pub parent: Option<u32>,
    /// Known or planned id; `None` for components and until registered.
    pub id: Option<Value>,
    /// The code of its provider, if that is an object of the program that can be stored.
    pub code: Option<ProviderCode>,
    pub source: Option<SourcePosition>,
    /// Whether the monitor has answered the registration, with an error or without.
    pub is_registered: bool,
}

impl Declared {
    /// A goal with the facts from the declaration, without inputs, options and parent.
    pub fn goal(&self, serial: u32) -> Goal {
        Goal {
            order: serial,
            urn: self.urn.clone(),
            resource_type: self.resource_type.clone(),
            name: self.name.clone(),
            kind: self.kind,
            parent: None,
            provider: None,
            read_id: None,
            inputs: Object::default(),
            dependencies: Vec::new(),
            depends_on: Vec::new(),
            options: ResourceOptions::default(),
            code: self.code.clone(),
            source: self.source.clone(),
        }
    }
}

/// All resources of a run, in declaration order; a serial is an index into it.
#[derive(Default)]
pub struct Registry {
    declared: Vec<Declared>,
    by_urn: FxHashMap<Urn, u32>,
}

impl Registry {
    /// Adds a resource and returns its serial; an error with the serial of the resource that has
    /// the same URN.
    pub fn declare(&mut self, declared: Declared) -> Result<u32, u32> {
        let serial = u32::try_from(self.declared.len()).expect("BUG: V8 runs out of memory first");
        if let Some(existing) = self.by_urn.get(&declared.urn) {
            return Err(*existing);
        }
        self.by_urn.insert(declared.urn.clone(), serial);
        self.declared.push(declared);
        Ok(serial)
    }

    pub fn get(&self, serial: u32) -> Option<&Declared> {
        self.declared.get(serial as usize)
    }

    /// The resources from this serial on.
    pub fn since(&self, serial: usize) -> &[Declared] {
        self.declared.get(serial..).unwrap_or_default()
    }

    /// The first resource that the monitor does not know.
    pub fn unregistered(&self) -> Option<&Declared> {
        self.declared.iter().find(|it| !it.is_registered)
    }

    pub fn get_mut(&mut self, serial: u32) -> Option<&mut Declared> {
        self.declared.get_mut(serial as usize)
    }
}

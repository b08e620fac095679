//! A library as programs see it: its modules.

use std::sync::Arc;

use lumi_graph::{
    FunctionInterface, InterfaceError, LibraryModule, ObjectType, PackageInterface, PackageMembers,
    ResourceInterface,
};

use crate::libraries::Libraries;

/// A library of a project. What its modules export is code, not resources of a provider.
pub struct LibraryInterface {
    members: PackageMembers,
    modules: Vec<LibraryModule>,
    hash: String,
}

impl LibraryInterface {
    /// `None` if the project has no such library.
    pub fn new(name: &str, libraries: &Libraries) -> Option<Self> {
        let index = libraries.direct.get(name)?;
        let modules = libraries.declarations(name).into_iter();
        let modules = modules.map(|(behind, declarations)| LibraryModule {
            behind,
            declarations,
        });
        Some(Self {
            members: PackageMembers {
                package: name.to_owned(),
                ..PackageMembers::default()
            },
            modules: modules.collect(),
            hash: libraries.all[*index].hash.to_string(),
        })
    }
}

impl PackageInterface for LibraryInterface {
    fn members(&self) -> &PackageMembers {
        &self.members
    }

    fn fingerprint(&self) -> String {
        self.hash.clone()
    }

    fn resource(&self, _: &str) -> Result<Option<Arc<ResourceInterface>>, InterfaceError> {
        Ok(None)
    }

    fn function(&self, _: &str) -> Result<Option<Arc<FunctionInterface>>, InterfaceError> {
        Ok(None)
    }

    fn configuration(&self) -> Result<Arc<ObjectType>, InterfaceError> {
        Ok(Arc::default())
    }

    fn library(&self) -> Option<&[LibraryModule]> {
        Some(&self.modules)
    }
}

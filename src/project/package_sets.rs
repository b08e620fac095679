//! Which properties are sets, as the packages of the project say.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lumi_comparison::SetProperties;
use lumi_graph::{
    ObjectType, PackageInterface, PackageInterfaces, PathPart, PropertyPath, PropertyType,
    ResourceInterface,
};

use crate::ProjectSettings;
use crate::interfaces::ProjectInterfaces;

/// Reads existing descriptions; a package that cannot be described has no sets.
pub struct PackageSets {
    folder: PathBuf,
    /// Whether the plugins of the project may be started.
    is_accepted: bool,
    /// Opened for the first question; absent outside of a project.
    packages: OnceCell<Option<ProjectInterfaces>>,
    opened: RefCell<HashMap<String, Option<Arc<dyn PackageInterface>>>>,
    resources: RefCell<HashMap<String, Option<Arc<ResourceInterface>>>>,
}

impl PackageSets {
    /// The packages of the project around a folder. No plugin is started that was not accepted before.
    pub fn of_project(current: &Path) -> Self {
        Self {
            folder: current.to_owned(),
            is_accepted: false,
            packages: OnceCell::new(),
            opened: RefCell::default(),
            resources: RefCell::default(),
        }
    }

    /// The packages of the project in a folder, in a run that uses them.
    pub fn of_run(folder: &Path) -> Self {
        Self {
            is_accepted: true,
            ..Self::of_project(folder)
        }
    }

    fn resource(&self, token: &str) -> Option<Arc<ResourceInterface>> {
        let known = self.resources.borrow().get(token).cloned();
        known.unwrap_or_else(|| {
            let found = token
                .split(':')
                .next()
                .and_then(|package| self.package(package))
                .and_then(|package| package.resource(token).ok().flatten());
            self.resources
                .borrow_mut()
                .insert(token.to_owned(), found.clone());
            found
        })
    }

    fn package(&self, name: &str) -> Option<Arc<dyn PackageInterface>> {
        let known = self.opened.borrow().get(name).cloned();
        known.unwrap_or_else(|| {
            let packages = self.packages.get_or_init(|| {
                let settings = ProjectSettings::find(Path::new("."), &self.folder).ok()?;
                Some(ProjectInterfaces::new(&settings, self.is_accepted))
            });
            let packages = packages.as_ref()?;
            let opened = packages.open(name).and_then(Result::ok);
            self.opened
                .borrow_mut()
                .insert(name.to_owned(), opened.clone());
            opened
        })
    }
}

impl SetProperties for PackageSets {
    fn is_set(&self, resource_type: &str, path: &PropertyPath) -> bool {
        let Some(resource) = self.resource(resource_type) else {
            return false;
        };
        let types = [&resource.inputs, &resource.outputs];
        types.iter().any(|it| is_set(it, &path.parts))
    }
}

fn is_set(object: &ObjectType, path: &[PathPart]) -> bool {
    let Some((PathPart::Key(name), rest)) = path.split_first() else {
        return false;
    };
    let property = object.get(name);
    property.is_some_and(|it| is_set_at(&it.of, rest))
}

fn is_set_at(of: &PropertyType, path: &[PathPart]) -> bool {
    match (of, path) {
        (PropertyType::Set(_), []) => true,
        (PropertyType::Object(object), path) => is_set(object, path),
        (
            PropertyType::List(of) | PropertyType::Set(of) | PropertyType::OneOrMore(of),
            [PathPart::Index(_), rest @ ..],
        ) => is_set_at(of, rest),
        (PropertyType::Union(types), path) => types.iter().any(|it| is_set_at(it, path)),
        (PropertyType::Map(of), [PathPart::Key(_), rest @ ..]) => is_set_at(of, rest),
        (PropertyType::Tuple(of), [PathPart::Index(index), rest @ ..]) => {
            of.get(*index).is_some_and(|it| is_set_at(it, rest))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use lumi_graph::PropertySchema;

    use super::*;

    #[test]
    fn a_set_is_found_in_lists_and_objects() {
        let ports = PropertySchema::new("ports", PropertyType::Set(Box::new(PropertyType::Number)));
        let rule = PropertyType::Object(Arc::new(ObjectType::new(vec![ports])));
        let rules = PropertySchema::new("rules", PropertyType::List(Box::new(rule)));
        let object = ObjectType::new(vec![rules]);
        let is_set = |path: &str| is_set(&object, &path.parse::<PropertyPath>().unwrap().parts);
        assert!(is_set("rules[2].ports"));
        assert!(!is_set("rules"));
        assert!(!is_set("rules[2].ports[0]"));
        assert!(!is_set("other.ports"));
    }
}

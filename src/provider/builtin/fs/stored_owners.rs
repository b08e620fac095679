//! The owners of files according to the state of the stack.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use lumi_graph::{Urn, Value};

use super::place::{normal, place_name};
use crate::{ManagedObject, ManagedObjects, reveal_value};

/// The objects of the state that own files, by the real places of these.
pub struct StoredOwners {
    objects: ManagedObjects,
    index: Mutex<Option<Arc<Index>>>,
    /// Objects that this run has deleted.
    deleted: Mutex<HashSet<(Urn, String)>>,
}

struct Index {
    objects: Arc<[ManagedObject]>,
    /// Indices into `objects`.
    owners: HashMap<String, Vec<usize>>,
}

impl StoredOwners {
    pub fn new(objects: ManagedObjects) -> Self {
        Self {
            objects,
            index: Mutex::default(),
            deleted: Mutex::default(),
        }
    }

    /// An owner of a file for which `is_other` holds.
    pub fn find(
        &self,
        project: &Path,
        file: &Path,
        is_other: impl Fn(&ManagedObject) -> bool,
    ) -> Option<Urn> {
        let index = self.index(project);
        if index.owners.is_empty() {
            return None;
        }
        let owners = index.owners.get(&place_name(file))?;
        let deleted = self.deleted.lock();
        let mut objects = owners.iter().map(|it| &index.objects[*it]);
        let found = objects
            .find(|it| is_other(it) && !deleted.contains(&(it.urn.clone(), it.id.clone())))?;
        Some(found.urn.clone())
    }

    /// Records that an object no longer owns its files.
    pub fn note_deleted(&self, urn: &Urn, id: &str) {
        self.deleted.lock().insert((urn.clone(), id.to_owned()));
    }

    fn index(&self, project: &Path) -> Arc<Index> {
        let objects = self.objects.get();
        let mut index = self.index.lock();
        match &*index {
            Some(known) if Arc::ptr_eq(&known.objects, &objects) => Arc::clone(known),
            _ => Arc::clone(index.insert(Arc::new(Index::new(project, objects)))),
        }
    }
}

impl Index {
    fn new(project: &Path, objects: Arc<[ManagedObject]>) -> Self {
        let mut owners: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, object) in objects.iter().enumerate() {
            for file in files(object) {
                let place = place_name(&project.join(file));
                owners.entry(place).or_default().push(at);
            }
        }
        Self { objects, owners }
    }
}

/// The files of an object, relative to the project folder.
fn files(object: &ManagedObject) -> Vec<PathBuf> {
    let path = PathBuf::from(normal(&object.id));
    match object.urn.resource_type() {
        "std:fs:File" => vec![path],
        "std:fs:Directory" => {
            let members = object.outputs.get("files").map(reveal_value);
            let members = members.as_ref().and_then(Value::as_object);
            let names = members.into_iter().flat_map(|it| it.keys());
            names.map(|name| path.join(name)).collect()
        }
        _ => Vec::new(),
    }
}

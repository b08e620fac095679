//! The places of objects that earlier runs made, which a link may have moved since.
//!
//! An object is read and deleted without a permission where it was made, and nowhere else. Three
//! facts say where that was: objects made without a permission are below the project folder; a path
//! without links leads to where it led then; and the records of the project have the real place of
//! every file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::{failed, is_absence};
use super::made_files::MadeFiles;
use super::place::{normal, real_place};
use crate::builtin::provider_context::ProviderContext;
use crate::{AccessDenied, ProviderError, real_path};
use lumi_graph::Urn;

/// The purpose for which an object is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Read,
    Delete,
}

/// Finds the objects of one project.
pub struct MadePlaces {
    context: Arc<ProviderContext>,
    records: Arc<MadeFiles>,
}

/// An object as the state has it.
#[derive(Clone, Copy, Debug)]
pub struct MadeObject<'a> {
    pub urn: &'a Urn,
    /// The normalised path, relative to the project folder.
    pub path: &'a str,
    /// The names of the files of a folder; `None` for a file.
    pub members: Option<&'a [&'a str]>,
}

/// The location of an object, without links in its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The file or folder itself.
    pub real: PathBuf,
    /// The name that the object was given, which may be a link to `real`.
    pub entry: PathBuf,
}

impl MadePlaces {
    pub fn new(context: Arc<ProviderContext>, records: Arc<MadeFiles>) -> Self {
        Self { context, records }
    }

    /// Finds an object, which need not exist any more; `None` if a link is broken. Fails if a
    /// link leads to another place than the one where the object was made.
    pub fn find(
        &self,
        object: MadeObject<'_>,
        purpose: Purpose,
    ) -> Result<Option<Found>, ProviderError> {
        let unreadable = |error: io::Error| failed("find", object.path, &error);
        let project = real_path(self.context.folder()).map_err(unreadable)?;
        let written = PathBuf::from(normal(&project.join(object.path).to_string_lossy()));
        let real = match real_path(&written) {
            Ok(real) => real,
            Err(error) if is_absence(&error) => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        if real != written && !self.is_recorded(object, &real) {
            let permitted = match purpose {
                Purpose::Read => self.context.check_read_at(&real),
                Purpose::Delete => self.context.check_write_at(&real),
            };
            permitted.map_err(|denied| led_elsewhere(object.path, &project, &written, &denied))?;
        }
        let entry = real_place(&written);
        Ok(Some(Found { real, entry }))
    }

    /// Whether the records have all files of an object at this place.
    fn is_recorded(&self, object: MadeObject<'_>, place: &Path) -> bool {
        let is_ours = |file: &Path| {
            let maker = self.records.manager_at(file);
            maker.is_some_and(|it| {
                it.stack() == object.urn.stack() && it.project() == object.urn.project()
            })
        };
        match object.members {
            None => is_ours(place),
            Some(names) => {
                !names.is_empty() && names.iter().all(|it| is_ours(&real_place(&place.join(it))))
            }
        }
    }
}

/// `written` is the path of the object without `..`.
fn led_elsewhere(
    path: &str,
    project: &Path,
    written: &Path,
    denied: &AccessDenied,
) -> ProviderError {
    let link = first_link(project, written);
    let link = link.strip_prefix(project).unwrap_or(&link);
    ProviderError::failed(format!(
        "the link {link:?} leads {path:?} to another place than the one where it was created: \
         {denied}, or remove the link"
    ))
}

/// The first link on a path that leads out of the project; the path itself if it has none.
fn first_link(project: &Path, path: &Path) -> PathBuf {
    let mut folders: Vec<&Path> = path.ancestors().collect();
    folders.reverse();
    let mut links = folders.into_iter().filter(|it| it.is_symlink());
    let first = links.clone().next();
    let leads_out = |it: &&Path| it.canonicalize().is_ok_and(|it| !it.starts_with(project));
    let link = links.find(leads_out).or(first);
    link.unwrap_or(path).to_owned()
}

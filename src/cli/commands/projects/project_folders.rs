//! The projects of a folder.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lumi_graph::StackName;
use lumi_project::cdktf::{Assembly, CdktfSettings};
use lumi_project::{Manifest, Project, ProjectError, ProjectSettings, PulumiProject};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// A project, and its stack.
#[derive(Debug)]
pub struct StackProject {
    pub settings: ProjectSettings,
    pub stack: String,
    /// The stacks that it refers to.
    pub links: BTreeSet<StackName>,
    /// The stacks that its last deployment refers to.
    pub former_links: BTreeSet<StackName>,
    /// Whether its program has several stacks, so that its command has to name this one.
    pub is_one_of_several: bool,
}

impl StackProject {
    pub fn name(&self) -> StackName {
        StackName::new(&self.settings.name, &self.stack)
    }

    /// Its name for messages.
    pub fn label(&self) -> String {
        self.name().to_string()
    }
}

/// The projects in a folder and below it that have a program, by their paths. A folder with `node_modules` or a hidden
/// name is not looked into, and a link is not followed.
///
/// A program of CDKTF has stacks itself: each of them is one, or the one that `stack` names. `synthesize` runs the program.
pub fn projects_of(
    folder: &Path,
    stack: Option<&str>,
    synthesize: &dyn Fn(&ProjectSettings) -> Result<Assembly, Failure>,
) -> Result<Vec<StackProject>, Failure> {
    let mut folders = Vec::new();
    let root = folder
        .canonicalize()
        .map_err(|error| unreadable(folder, &error))?;
    collect(&root, &mut folders)?;
    let mut found: Vec<StackProject> = Vec::new();
    for folder in folders {
        let project = match Project::find(&folder, &folder) {
            Ok(project) => project,
            Err(ProjectError::Library { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        let settings = project.settings;
        let stacks = match settings.is_cdktf() {
            true => stacks_of_cdktf(&settings, stack, synthesize)?,
            false => vec![StackProject {
                stack: settings.stack(stack)?,
                settings,
                links: BTreeSet::new(),
                former_links: BTreeSet::new(),
                is_one_of_several: false,
            }],
        };
        for one in stacks {
            if let Some(other) = found.iter().find(|it| it.name() == one.name()) {
                return Err(same_name(other, &one));
            }
            found.push(one);
        }
    }
    Ok(found)
}

fn same_name(one: &StackProject, other: &StackProject) -> Failure {
    let message = format!(
        "{} and {} have the same name, {}",
        one.settings.folder.display(),
        other.settings.folder.display(),
        other.label()
    );
    let help = "give each project a `name` of its own in Lumi.yaml";
    Failure::new(Exit::Usage, Report::error(message).help(help))
}

/// The stacks of a program of CDKTF, which refer to each other as the program says.
fn stacks_of_cdktf(
    settings: &ProjectSettings,
    stack: Option<&str>,
    synthesize: &dyn Fn(&ProjectSettings) -> Result<Assembly, Failure>,
) -> Result<Vec<StackProject>, Failure> {
    let stacks = synthesize(settings)?.stacks.into_iter();
    let chosen = stacks.filter(|it| stack.is_none_or(|name| it.name == name));
    let each = chosen.map(|it| {
        let links = it.dependencies.iter();
        StackProject {
            settings: settings.clone(),
            links: links
                .map(|other| StackName::new(&settings.name, other))
                .collect(),
            former_links: BTreeSet::new(),
            is_one_of_several: stack.is_none(),
            stack: it.name,
        }
    });
    Ok(each.collect())
}

fn unreadable(folder: &Path, error: &io::Error) -> Failure {
    let message = format!("{} cannot be read: {error}", folder.display());
    Failure::new(Exit::Usage, Report::error(message))
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let files = [Manifest::FILE, PulumiProject::FILE, CdktfSettings::FILE];
    if files.iter().any(|it| folder.join(it).is_file()) {
        found.push(folder.to_owned());
    }
    let below = folders_in(folder).map_err(|error| unreadable(folder, &error))?;
    below.iter().try_for_each(|it| collect(it, found))
}

/// The folders in a folder that may have projects, sorted.
fn folders_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut below = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_skipped = name == "node_modules" || name.to_string_lossy().starts_with('.');
        if entry.file_type()?.is_dir() && !is_skipped {
            below.push(entry.path());
        }
    }
    below.sort_unstable();
    Ok(below)
}

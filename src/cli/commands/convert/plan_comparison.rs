//! Compares the plans of both programs.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use lumi_comparison::{ComparedGraph, compare};
use lumi_graph::{Graph, PackageInterfaces, ResourceOption, Vertex};

use super::former_types;
use super::package_json::has_dependencies;
use crate::args::ProgramFlags;
use crate::commands::deploy::planned_graph;
use crate::commands::diff::semantic_report;
use crate::commands::packages::{self, InstallArgs, PackageCommand};
use lumi_project::ProjectSettings;
use lumi_project::interfaces::ProjectInterfaces;
use lumi_project::package_sets::PackageSets;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::input::read_limit;
use lumi_terminal::output::terminal::Terminal;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    Equal,
    /// The differences by class, also in JSON.
    Different {
        text: String,
        json: serde_json::Value,
    },
    /// The reason why there is nothing to compare, as a sentence without a full stop, and what to do.
    Untried {
        why: String,
        help: Option<String>,
    },
}

/// A comparison of two projects.
pub struct PlanComparison<'a> {
    pub flags: &'a ProgramFlags,
    pub yes: bool,
    pub terminal: Terminal,
    /// The versions of the providers that the original uses, by name.
    pub versions: &'a BTreeMap<String, String>,
}

impl PlanComparison<'_> {
    /// Installs the packages of the new project, plans both programs, and compares.
    pub fn run(&self, old: &Path, new: &Path) -> Result<Compared, Failure> {
        let settings = ProjectSettings::find(new, new)?;
        if lacks_npm_packages(new) {
            return Ok(Compared::Untried {
                why: "the packages of npm are not installed in the new project".to_owned(),
                help: Some(
                    "run `npm install` there, then `lumi convert` with --compare".to_owned(),
                ),
            });
        }
        if !settings.manifest.packages.is_empty() {
            let args = InstallArgs {
                frozen: false,
                platform: Vec::new(),
                yes: self.yes,
            };
            let command = PackageCommand::Install(args);
            let installed = packages::run(&command, new, self.terminal, &mut io::sink());
            match installed {
                Ok(Exit::Success) => {}
                Ok(exit) => return Err(Failure { exit, report: None }),
                Err(failure) => {
                    return Ok(not_compared(
                        "the packages of the new project cannot be installed",
                        failure,
                    ));
                }
            }
        }
        let mut first = match planned_graph(self.flags, old, old.to_owned(), self.terminal) {
            Ok(graph) => graph,
            Err(failure) => return Ok(not_compared("the original cannot be planned", failure)),
        };
        let mut second = match planned_graph(self.flags, new, new.to_owned(), self.terminal) {
            Ok(graph) => graph,
            Err(failure) => return Ok(not_compared("the new program cannot be planned", failure)),
        };
        let interfaces = ProjectInterfaces::new(&settings, true);
        self.forget_sdk_options(&mut first, &interfaces);
        former_types::adopt(&mut first, &mut second);
        for graph in [&mut first, &mut second] {
            forget_defaults(graph);
        }
        // Only Lumi knows which callbacks might declare more.
        second.complete = first.complete;
        self.compared(&first, &second, new)
    }

    fn compared(&self, first: &Graph, second: &Graph, folder: &Path) -> Result<Compared, Failure> {
        let sets = PackageSets::of_project(folder);
        let comparison = compare(
            ComparedGraph::checked(first),
            ComparedGraph::checked(second),
            &sets,
        );
        if semantic_report::exit(&comparison) == Exit::Success {
            return Ok(Compared::Equal);
        }
        let mut text = Vec::new();
        semantic_report::write_text(&comparison, &mut text)?;
        Ok(Compared::Different {
            text: String::from_utf8_lossy(&text).into_owned(),
            json: semantic_report::document(&comparison),
        })
    }

    /// Leaves out the options that classes of Pulumi's packages set, and which those of Lumi do not need.
    fn forget_sdk_options(&self, graph: &mut Graph, interfaces: &dyn PackageInterfaces) {
        for vertex in &mut graph.vertices {
            vertex.options.remove("pulumiType");
            vertex.options.remove("pluginDownloadURL");
            let package = package(vertex).to_owned();
            let version = vertex.options.version();
            if version.is_some_and(|it| self.versions.get(&package).is_some_and(|own| own == it)) {
                vertex.options.remove("version");
            }
            forget_secret_outputs(vertex, &package, interfaces);
        }
    }
}

/// Leaves out what means nothing: options with the value that they have without being set, and providers of components,
/// which their children show.
fn forget_defaults(graph: &mut Graph) {
    for vertex in &mut graph.vertices {
        let options = &mut vertex.options;
        if options.protect() == Some(false) {
            options.remove("protect");
        }
        // Pulumi's SDK sets it for every resource that has transforms.
        if options.delete_before_replace() == Some(false) {
            options.remove("deleteBeforeReplace");
        }
        if options.retain_on_delete() == Some(false) {
            options.remove("retainOnDelete");
        }
        if !vertex.custom {
            options.remove("providers");
        }
    }
}

/// Outputs that the package itself describes as secret.
fn forget_secret_outputs(vertex: &mut Vertex, package: &str, interfaces: &dyn PackageInterfaces) {
    const NAME: &str = "additionalSecretOutputs";
    if !vertex.options.contains(NAME) {
        return;
    }
    let package = interfaces.open(package).and_then(Result::ok);
    let token = vertex.resource_type.to_string();
    let Some(resource) = package.and_then(|it| it.resource(&token).ok().flatten()) else {
        return;
    };
    let names: Vec<String> = vertex.options.additional_secret_outputs().to_vec();
    let is_secret = |name: &String| resource.outputs.get(name).is_some_and(|it| it.is_secret);
    let own: Vec<String> = names.into_iter().filter(|it| !is_secret(it)).collect();
    match own.is_empty() {
        true => vertex.options.remove(NAME),
        false => vertex
            .options
            .set(ResourceOption::AdditionalSecretOutputs(own)),
    }
}

/// The package of a resource; of a provider, the one that it configures.
fn package(vertex: &Vertex) -> &str {
    let mut parts = vertex.resource_type.as_str().split(':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("lumi"), Some("providers"), Some(package)) => package,
        (Some(package), ..) => package,
        _ => "",
    }
}

fn lacks_npm_packages(folder: &Path) -> bool {
    let text = read_limit::source(&folder.join("package.json")).unwrap_or_default();
    let manifest = serde_json::from_str(&text).unwrap_or_default();
    has_dependencies(&manifest) && !folder.join("node_modules").exists()
}

fn not_compared(what: &str, failure: Failure) -> Compared {
    let report = failure.report.unwrap_or_default();
    Compared::Untried {
        // A run has said already why it failed.
        why: match report.message.is_empty() {
            true => what.to_owned(),
            false => format!("{what}: {}", report.message),
        },
        help: report.help.clone(),
    }
}

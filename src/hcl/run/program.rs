//! Runs a configuration to its end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use parking_lot::Mutex;

use lumi_graph::Object;
use lumi_monitor::ResourceMonitor;

use crate::config::{ModulePackages, ModuleTree, ProviderAddresses, VariableSources};
use crate::syntax::{Diagnostic, Diagnostics, Severity};
use crate::value::Type;

use super::border::to_engine;
use super::dataflow::NodeEnd;
use super::graph_builder::GraphBuilder;
use super::moves::FormerNames;
use super::nodes::{NodeKind, Nodes};
use super::provider_functions::ModuleFunctions;
use super::run::{NodeFailure, Run, RunFacts};
use super::schemas::ProviderSchemas;
use super::values::Values;

/// A configuration that is ready to run.
pub struct HclProgram {
    pub facts: RunFacts,
    pub sources: VariableSources,
    pub monitor: Arc<dyn ResourceMonitor>,
    pub schemas: Arc<dyn ProviderSchemas>,
    /// Modules of registries, repositories and archives.
    pub modules: Arc<dyn ModulePackages>,
}

/// The end of a run.
#[derive(Debug)]
pub enum ProgramEnd {
    Finished {
        warnings: Vec<Diagnostic>,
    },
    /// The configuration is wrong; warnings come last.
    Failed(Vec<Diagnostic>),
    /// A resource failed, which the engine has reported.
    ResourceFailed {
        warnings: Vec<Diagnostic>,
    },
    /// The run was stopped.
    Stopped,
}

/// The failures so far.
#[derive(Default)]
struct Failures {
    diagnostics: Diagnostics,
    has_failed_resource: bool,
    is_stopped: bool,
    /// The nodes that did not come to their end, whatever the reason.
    incomplete: Vec<usize>,
}

/// The end of a run, and facts about its configuration.
pub struct Evaluated {
    pub end: ProgramEnd,
    /// The types of the outputs of the root module.
    pub output_types: BTreeMap<String, Type>,
    /// The sources of providers.
    pub addresses: ProviderAddresses,
}

impl From<ProgramEnd> for Evaluated {
    fn from(end: ProgramEnd) -> Self {
        Self {
            end,
            output_types: BTreeMap::new(),
            addresses: ProviderAddresses::default(),
        }
    }
}

impl HclProgram {
    pub async fn run(self) -> ProgramEnd {
        self.evaluated().await.end
    }

    /// Runs the configuration, and answers facts about it as well.
    pub async fn evaluated(self) -> Evaluated {
        let run = match self.prepared() {
            Ok(run) => run,
            Err(diagnostics) => return ProgramEnd::Failed(errors_first(diagnostics)).into(),
        };
        let failures = Mutex::new(Failures::default());
        let dependencies = run.nodes.dependencies.clone();
        let (work, found) = (&run, &failures);
        let skipped = dependencies
            .run(|at| async move { (at, work.node(at, found).await) })
            .await;
        let mut failures = failures.into_inner();
        failures.incomplete.extend(skipped);
        let end = run.end(failures);
        let output_types = match &end {
            ProgramEnd::Finished { .. } => run.output_types(),
            _ => BTreeMap::new(),
        };
        Evaluated {
            end,
            output_types,
            addresses: ProviderAddresses::of(&run.tree),
        }
    }

    /// Reads the configuration, and checks what can be checked before anything runs.
    fn prepared(self) -> Result<Run, Diagnostics> {
        let (tree, mut warnings) = ModuleTree::load_with(&self.facts.folder, &*self.modules);
        if warnings.has_errors() {
            return Err(warnings);
        }
        let mut given = BTreeMap::new();
        if let Some(root) = tree.root() {
            let (values, found) = self.sources.values(root);
            warnings.extend(found);
            given = values;
        }
        if warnings.has_errors() {
            return Err(warnings);
        }
        let addresses = ProviderAddresses::of(&tree);
        addresses.check(&tree)?;
        let former_names = FormerNames::of(&tree)?;
        let nodes = GraphBuilder::new(&tree, &*self.schemas, &addresses).build()?;
        let creates_first = creates_first(&tree, &nodes);
        let functions = ModuleFunctions::of_tree(&tree, &addresses, &self.monitor, &self.schemas);
        Ok(Run {
            tree,
            nodes,
            schemas: self.schemas,
            monitor: self.monitor,
            facts: self.facts,
            time: crate::functions::now(),
            given,
            former_names,
            functions,
            creates_first,
            values: Mutex::new(Values::default()),
            warnings: Mutex::new(warnings),
            order: AtomicU32::new(0),
        })
    }
}

/// The resources whose new objects are created before the old ones are deleted: those that say so, and all that these
/// depend on, since what an old object depends on cannot be deleted before it.
fn creates_first(tree: &ModuleTree, nodes: &Nodes) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    for (at, node) in nodes.all.iter().enumerate() {
        let NodeKind::Resource(address) = &node.kind else {
            continue;
        };
        let module = tree.nodes.get(node.module).map(|it| &it.module);
        let resource = module.and_then(|it| it.resources.get(address));
        if resource.and_then(|it| it.lifecycle.create_before_destroy) == Some(true) {
            all.insert(at);
            all.extend(nodes.dependencies.transitive(at));
        }
    }
    all
}

fn errors_first(diagnostics: Diagnostics) -> Vec<Diagnostic> {
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    let (mut errors, warnings): (Vec<_>, Vec<_>) = diagnostics.into_iter().partition(is_error);
    errors.extend(warnings);
    errors
}

impl Run {
    /// The end after all nodes; a finished run has set its outputs.
    fn end(&self, failures: Failures) -> ProgramEnd {
        let warnings = self.warnings.lock().0.clone();
        if failures.diagnostics.has_errors() {
            let mut all = failures.diagnostics;
            all.extend(warnings);
            return ProgramEnd::Failed(errors_first(all));
        }
        if failures.is_stopped {
            return ProgramEnd::Stopped;
        }
        if failures.has_failed_resource {
            return ProgramEnd::ResourceFailed { warnings };
        }
        // The engine deletes what a finished run did not register, so that nothing may be missing.
        if let Some(first) = failures
            .incomplete
            .first()
            .and_then(|at| self.nodes.all.get(*at))
        {
            let detail = format!(
                "{:?} was not evaluated, and no reason was given",
                first.kind
            );
            let mut all = Diagnostics::from(Diagnostic {
                severity: Severity::Error,
                summary: "the configuration was not evaluated whole; this is a bug in lumi"
                    .to_owned(),
                detail,
                span: None,
            });
            all.extend(warnings);
            return ProgramEnd::Failed(errors_first(all));
        }
        self.set_outputs();
        ProgramEnd::Finished { warnings }
    }

    /// The types of the outputs of the root module.
    fn output_types(&self) -> BTreeMap<String, Type> {
        let values = self.values.lock();
        let of_root = values.outputs.iter();
        let of_root = of_root.filter(|((module, ..), _)| *module == 0);
        of_root
            .map(|((_, _, name), value)| (name.clone(), value.ty().clone()))
            .collect()
    }

    /// Evaluates one node.
    async fn node(&self, at: usize, failures: &Mutex<Failures>) -> NodeEnd {
        let Some(node) = self.nodes.all.get(at) else {
            return NodeEnd::Complete;
        };
        let module = node.module;
        let result = match &node.kind {
            NodeKind::Expansion => self.expansion(module).await,
            NodeKind::Variable(name) => self.variable(module, name),
            NodeKind::Provider(key) => self.provider(at, module, key).await,
            NodeKind::Local(name) => self.local(module, name),
            NodeKind::Resource(address) => self.resource(at, module, address).await,
            NodeKind::Output(name) => self.output(module, name),
            NodeKind::Check(name) => self.check(module, name),
            NodeKind::Close => self.close(module).await,
        };
        let mut failures = failures.lock();
        if result.is_err() {
            failures.incomplete.push(at);
        }
        match result {
            Ok(()) => NodeEnd::Complete,
            Err(NodeFailure::Configuration(found)) => {
                failures.diagnostics.extend(found);
                NodeEnd::Failed
            }
            Err(NodeFailure::Resource) => {
                failures.has_failed_resource = true;
                NodeEnd::Failed
            }
            Err(NodeFailure::Stopping) => {
                failures.is_stopped = true;
                NodeEnd::Stopped
            }
        }
    }

    /// Sets the outputs of the root module as those of the stack, in the order of the files.
    fn set_outputs(&self) {
        let values = self.values.lock();
        let mut outputs = Object::default();
        let names = self.tree.root().map(|it| it.outputs.keys());
        for name in names.into_iter().flatten() {
            let value = values.outputs.get(&(0, 0, name.clone()));
            if let Some(value) = value.filter(|it| !it.is_null()) {
                outputs.insert(name.clone(), to_engine(value));
            }
        }
        drop(values);
        self.monitor.set_outputs(match &self.facts.sibling_stacks {
            Some(siblings) => siblings.arranged(outputs),
            None => outputs,
        });
    }
}

//! State that the ops of one run share, kept in the op state of the runtime.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use deno_core::OpState;

use crate::closures::Closures;
use crate::errors::error::ResourceInfo;
use crate::errors::lost_resources::LostResources;
use crate::errors::position::Scripts;
use crate::event::EventSink;
use crate::program::{ConfigValue, RunContext};
use lumi_monitor::ResourceMonitor;

use super::resources::dynamic::Dynamic;
use super::resources::planner::Planner;
use super::resources::registry::Registry;
use super::resources::value::Markers;
use lumi_node::Surroundings;

/// One run of one program in one isolate.
pub struct Session {
    pub context: RunContext,
    pub config: Vec<(String, ConfigValue)>,
    pub monitor: Arc<dyn ResourceMonitor>,
    pub events: EventSink,
    pub registry: Registry,
    /// Registers goals of plan-only runs, on a separate thread.
    pub planner: Planner,
    /// The number of registrations that the monitor has not answered yet.
    pub unanswered: u32,
    /// Whether the monitor has refused a registration. The engine has reported the reason then.
    pub has_failures: bool,
    /// Those of the program and its workers.
    pub lost: LostResources,
    /// Size in bytes above which a function causes a warning.
    pub closure_limit: Option<usize>,
    pub dynamic: Dynamic,
    pub closures: Closures,
    pub scripts: Scripts,
    /// Set once the SDK's hooks are taken from the snapshot; ops that need the markers run only
    /// later.
    pub markers: Option<Markers>,
    /// The absolute path of the entry module.
    pub entry: PathBuf,
    /// Whether console output is coloured.
    pub console_color: bool,
    /// Whether debuggers see what the console is given.
    pub is_inspected: bool,
    /// The part that ops of the modules of Node know as well.
    pub surroundings: Rc<Surroundings>,
}

impl Session {
    pub fn from_state(state: &OpState) -> Rc<RefCell<Self>> {
        Rc::clone(state.borrow::<Rc<RefCell<Self>>>())
    }

    pub fn project(&self) -> &Path {
        Path::new(&self.context.directory)
    }

    /// The description of a declared resource for an error.
    pub fn note(&self, serial: u32) -> Option<ResourceInfo> {
        let declared = self.registry.get(serial)?;
        Some(ResourceInfo {
            urn: declared.urn.clone(),
            source: declared.source.clone(),
        })
    }

    pub fn markers(&self) -> &Markers {
        self.markers
            .as_ref()
            .expect("BUG: the SDK is set up before any user code runs")
    }
}

//! What the ops of one run share; it lives in the runtime's op state.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use deno_core::OpState;

use crate::closures::Closures;
use crate::error::ResourceInfo;
use crate::event::EventSink;
use crate::limits::StopHandle;
use crate::permissions::Permissions;
use crate::position::Scripts;
use crate::program::{ConfigValue, RunContext};
use lumi_monitor::ResourceMonitor;

use super::dynamic::Dynamic;
use super::planner::Planner;
use super::registry::Registry;
use super::value::Markers;

/// One run of one program in one isolate.
pub struct Session {
    pub context: RunContext,
    pub config: Vec<(String, ConfigValue)>,
    pub monitor: Arc<dyn ResourceMonitor>,
    pub events: EventSink,
    pub permissions: Rc<Permissions>,
    pub registry: Registry,
    /// Registers what is planned only, on a separate thread.
    pub planner: Planner,
    /// How many registrations the monitor has not answered yet.
    pub unanswered: u32,
    /// From how many bytes on a function is worth a warning.
    pub closure_limit: Option<usize>,
    pub dynamic: Dynamic,
    pub closures: Closures,
    pub scripts: Scripts,
    /// Set once the SDK has been taken out of the snapshot; no op that needs it runs before.
    pub markers: Option<Markers>,
    /// The entry module; absolute.
    pub entry: PathBuf,
    /// Whether console output is coloured.
    pub console_color: bool,
    /// What the program was started with; each name is shown only if the sandbox allows it.
    pub environment: Rc<Vec<(String, String)>>,
    /// For ops that block.
    pub stop: StopHandle,
}

impl Session {
    pub fn from_state(state: &OpState) -> Rc<RefCell<Self>> {
        Rc::clone(state.borrow::<Rc<RefCell<Self>>>())
    }

    pub fn project(&self) -> &Path {
        Path::new(&self.context.directory)
    }

    /// What an error says about a declared resource.
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

//! An isolate made from the startup snapshot, before its program is known.

use std::rc::Rc;
use std::sync::Arc;

use deno_core::{ImportAttributesContext, JsRuntime, RuntimeOptions, SharedArrayBufferStore, v8};
use deno_web::{BlobStore, BlobStoreTrait, InMemoryBroadcastChannel};

use super::import_meta::set_import_meta;
use super::snapshot::StartupData;
use crate::errors::error::ProgramError;
use crate::errors::lost_resources::LostResources;
use crate::modules::{LazyLoader, may_import};
use crate::ops;
use lumi_node::{Budget, limited_buffers};

/// An isolate that runs no code until it becomes a [`Runtime`](super::runtime::Runtime).
pub struct FreshIsolate {
    pub js: JsRuntime,
    pub loader: Rc<LazyLoader>,
    /// The limit of array buffers, which native work counts against as well.
    pub memory: Option<Arc<Budget>>,
    pub stores: SharedStores,
}

/// The stores that the isolates of a program and of its workers share, so that values can be handed over, and the
/// lost resources of all of them, for which the program fails.
#[derive(Clone)]
pub struct SharedStores {
    /// Memory that `structuredClone` and messages hand over.
    pub buffers: SharedArrayBufferStore,
    pub blobs: Arc<dyn BlobStoreTrait>,
    pub channels: InMemoryBroadcastChannel,
    pub lost: LostResources,
}

impl Default for SharedStores {
    fn default() -> Self {
        Self {
            buffers: SharedArrayBufferStore::default(),
            blobs: BlobStore::default_arc(),
            channels: InMemoryBroadcastChannel::default(),
            lost: LostResources::default(),
        }
    }
}

/// The unit of heap limits, in bytes: V8 ends the process unless a limit is a multiple of its page, and
/// this is a multiple of the page of every platform.
const HEAP_UNIT: usize = 1 << 20;

impl FreshIsolate {
    /// `heap` limits V8's heap and, separately, the contents of array buffers, in bytes.
    pub fn new(heap: Option<usize>) -> Result<Self, ProgramError> {
        let memory = heap.map(|it| Arc::new(Budget::new(it.next_multiple_of(HEAP_UNIT))));
        Self::with(heap, memory, SharedStores::default())
    }

    /// An isolate whose array buffers count against a budget that others may share.
    pub fn with(
        heap: Option<usize>,
        memory: Option<Arc<Budget>>,
        stores: SharedStores,
    ) -> Result<Self, ProgramError> {
        let heap = heap.map(|it| it.next_multiple_of(HEAP_UNIT));
        let loader = Rc::new(LazyLoader::default());
        let module_loader: Rc<dyn deno_core::ModuleLoader> = Rc::clone(&loader) as _;
        let baked = StartupData::current();
        let mut js = JsRuntime::try_new(RuntimeOptions {
            module_loader: Some(module_loader),
            startup_snapshot: Some(baked.snapshot),
            // The snapshot contains the functions of ops; creating them costs start-up time.
            skip_op_registration: true,
            residual_lazy_js_sources: baked.lazy_scripts,
            residual_lazy_esm_sources: baked.on_demand_modules,
            extensions: ops::extensions(&stores),
            create_params: parameters(heap, memory.clone()),
            validate_import_attributes_cb: Some(Box::new(|scope, _, import| {
                refuse_evaluated(scope, import);
            })),
            shared_array_buffer_store: Some(stores.buffers.clone()),
            is_main: true,
            ..RuntimeOptions::default()
        })
        .map_err(|error| ProgramError::Internal(format!("V8 did not start: {error}")))?;
        set_import_meta(&mut js);
        Ok(Self {
            js,
            loader,
            memory,
            stores,
        })
    }
}

/// `None` where nothing is limited.
fn parameters(heap: Option<usize>, memory: Option<Arc<Budget>>) -> Option<v8::CreateParams> {
    if heap.is_none() && memory.is_none() {
        return None;
    }
    let mut parameters = v8::CreateParams::default();
    if let Some(limit) = heap {
        parameters = parameters.heap_limits(0, limit);
    }
    Some(match memory {
        Some(memory) => parameters.array_buffer_allocator(limited_buffers(memory)),
        None => parameters,
    })
}

/// Throws for imports of evaluated text whose referrer is one of Lumi's modules: `eval` has the
/// referrer of its caller, which is such a module if a program passes `eval` as a callback.
fn refuse_evaluated(scope: &mut v8::PinScope<'_, '_>, import: &ImportAttributesContext) {
    // Only imports by `import()` have no position.
    if import.line_number.is_some() || may_import(&import.specifier, &import.referrer) {
        return;
    }
    let message = format!(
        "cannot import {:?}: text that is evaluated by a callback cannot import; call eval yourself",
        import.specifier
    );
    if let Some(message) = v8::String::new(scope, &message) {
        let exception = v8::Exception::type_error(scope, message);
        scope.throw_exception(exception);
    }
}

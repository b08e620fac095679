//! Limits memory that V8's heap limit does not count: the contents of array buffers, and other
//! memory of the process (WebAssembly, resizable buffers, bytes read from files).

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

use deno_core::v8::{Allocator, RustAllocatorVtable, UniqueRef, new_rust_allocator};

use super::limits::{HEADROOM, StopHandle, StopReason};

/// Interval between measurements of the process.
const INTERVAL: Duration = Duration::from_millis(50);
/// Alignment that the system's `malloc` guarantees, so that `malloc` is called directly.
const ALIGNMENT: usize = 16;

/// Counts the bytes of array buffers and of native work; above the limit, V8 throws a RangeError.
pub struct Budget {
    limit: usize,
    used: AtomicUsize,
}

impl Budget {
    /// `limit` is in bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            used: AtomicUsize::new(0),
        }
    }

    /// Whether there were `size` bytes left, which are taken.
    pub fn take(&self, size: usize) -> bool {
        let enough = |used: usize| used.checked_add(size).filter(|&it| it <= self.limit);
        self.used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, enough)
            .is_ok()
    }

    pub fn release(&self, size: usize) {
        self.used.fetch_sub(size, Ordering::Relaxed);
    }

    fn allocate(&self, size: usize, allocate: unsafe fn(Layout) -> *mut u8) -> *mut c_void {
        let Some(layout) = layout(size).filter(|_| self.take(size)) else {
            return std::ptr::null_mut();
        };
        // SAFETY: `layout` never returns a size of zero.
        let data = unsafe { allocate(layout) };
        if data.is_null() {
            self.release(size);
        }
        data.cast()
    }
}

fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.max(1), ALIGNMENT).ok()
}

/// An allocator for one isolate that keeps to a budget.
pub fn limited_buffers(budget: Arc<Budget>) -> UniqueRef<Allocator> {
    static METHODS: RustAllocatorVtable<Budget> = RustAllocatorVtable {
        allocate: allocate_zeroed,
        allocate_uninitialized,
        free,
        drop: drop_budget,
    };
    // SAFETY: the methods cast the pointer back to `Budget`, and `drop_budget` releases it.
    unsafe { new_rust_allocator(Arc::into_raw(budget), &METHODS) }
}

unsafe extern "C" fn allocate_zeroed(budget: &Budget, size: usize) -> *mut c_void {
    budget.allocate(size, alloc_zeroed)
}

unsafe extern "C" fn allocate_uninitialized(budget: &Budget, size: usize) -> *mut c_void {
    budget.allocate(size, alloc)
}

unsafe extern "C" fn free(budget: &Budget, data: *mut c_void, size: usize) {
    if let Some(layout) = layout(size) {
        // SAFETY: V8 passes a pointer from `allocate`, with the same size.
        unsafe { dealloc(data.cast(), layout) };
        budget.release(size);
    }
}

unsafe extern "C" fn drop_budget(budget: *const Budget) {
    // SAFETY: the pointer comes from `limited_buffers`, and V8 drops its allocator once.
    drop(unsafe { Arc::from_raw(budget) });
}

/// Stops a program whose process exceeds all limits together; dropping the watch cancels it.
pub struct Watch {
    _cancel: Sender<()>,
}

impl Watch {
    /// Starts the watch, where the system reports memory. `limit` is the heap limit in bytes.
    pub fn start(limit: usize, stop: StopHandle) -> io::Result<Option<Self>> {
        let Some(resident_now) = resident() else {
            return Ok(None);
        };
        let most = resident_now
            .saturating_add(limit.saturating_mul(2))
            .saturating_add(HEADROOM);
        let (cancel, cancelled) = channel::<()>();
        let watch = move || {
            while cancelled.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if resident().is_some_and(|it| it > most) {
                    return stop.stop(StopReason::HeapLimit(limit));
                }
            }
        };
        Builder::new().name("heap-limit".to_owned()).spawn(watch)?;
        Ok(Some(Self { _cancel: cancel }))
    }
}

/// Resident memory of the process in bytes; `None` where the system does not report it.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_not_exceeded_and_gets_back_what_it_gave() {
        let budget = Budget::new(100);
        let first = budget.allocate(60, alloc_zeroed);
        assert!(!first.is_null());
        assert!(budget.allocate(41, alloc).is_null());
        assert!(budget.allocate(usize::MAX, alloc).is_null());
        // SAFETY: allocated above with this size.
        unsafe { free(&budget, first, 60) };
        let whole = budget.allocate(100, alloc);
        assert!(!whole.is_null());
        // SAFETY: allocated above with this size.
        unsafe { free(&budget, whole, 100) };
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_process_takes_some_memory() {
        assert!(resident().unwrap() > 1 << 20);
    }
}

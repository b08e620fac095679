//! A lock while it is held.
//!
//! A separate thread renews the lock, so that a busy runtime cannot let it expire. Every write
//! calls [`Lease::ensure`] first: after the lock is lost, nothing is written.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use tokio::runtime::Handle;
use tokio::sync::{Mutex, oneshot};

use super::lock_info::{LockFile, LockInfo};
use crate::state_error::StateError;
use crate::stores::store::{Blob, Store};

const TAKEN: &str = "another run removed it or took it over";

/// The lease of a lock, shared by everything that writes under it.
pub struct Lease {
    store: Arc<dyn Store>,
    path: String,
    stack: String,
    length: Duration,
    held: Mutex<HeldLock>,
}

struct HeldLock {
    note: LockInfo,
    blob: Blob,
    /// By two clocks: the monotonic clock never jumps, the wall clock keeps running while the
    /// machine sleeps.
    renewed: (Instant, SystemTime),
    lost: Option<String>,
}

impl HeldLock {
    fn age(&self) -> Duration {
        let by_calendar = self.renewed.1.elapsed().unwrap_or_default();
        self.renewed.0.elapsed().max(by_calendar)
    }
}

impl Lease {
    pub fn new(
        store: Arc<dyn Store>,
        path: String,
        stack: String,
        note: LockInfo,
        blob: Blob,
    ) -> Self {
        let length = Duration::from_secs(note.lease);
        let renewed = (Instant::now(), SystemTime::now());
        Self {
            store,
            path,
            stack,
            length,
            held: Mutex::new(HeldLock {
                note,
                blob,
                renewed,
                lost: None,
            }),
        }
    }

    /// Verifies that the lock is still held. A remote store is asked only when that is uncertain;
    /// in a folder, a check is cheaper than the write that follows.
    pub async fn ensure(&self) -> Result<(), StateError> {
        let mut held = self.held.lock().await;
        if held.lost.is_none() && held.age() > self.length / 2 {
            self.renew_now(&mut held).await;
        } else if held.lost.is_none() && self.store.is_local() {
            // If the lock cannot be read now, the renewal finds out later.
            if let Ok(there) = self.store.read(&self.path).await
                && there.is_none_or(|it| it.bytes != held.blob.bytes)
            {
                held.lost = Some(TAKEN.to_owned());
            }
        }
        self.check(&held)
    }

    pub async fn renew(&self) -> Result<(), StateError> {
        let mut held = self.held.lock().await;
        if held.lost.is_none() {
            self.renew_now(&mut held).await;
        }
        self.check(&held)
    }

    async fn renew_now(&self, held: &mut HeldLock) {
        let note = held.note.renewed();
        let renewed = (Instant::now(), SystemTime::now());
        match self.replace(held, note).await {
            Ok(true) => held.renewed = renewed,
            Ok(false) => held.lost = Some(TAKEN.to_owned()),
            // Retries may succeed until the lease expires and another run can take over the lock.
            Err(error) if held.age() > self.length => {
                held.lost = Some(format!("it could not be renewed: {error}"));
            }
            Err(_) => {}
        }
    }

    async fn replace(&self, held: &mut HeldLock, note: LockInfo) -> Result<bool, StateError> {
        let bytes = lock_bytes(&LockFile::Held(note.clone()))?;
        let blob = self.store.replace(&self.path, &held.blob, bytes).await?;
        let Some(blob) = blob else { return Ok(false) };
        held.blob = blob;
        held.note = note;
        Ok(true)
    }

    fn check(&self, held: &HeldLock) -> Result<(), StateError> {
        match &held.lost {
            Some(problem) => Err(StateError::LockLost {
                stack: self.stack.clone(),
                problem: problem.clone(),
            }),
            None => Ok(()),
        }
    }

    /// Releases the lock; a lock that was lost belongs to another run and is left alone.
    async fn release(&self) -> Result<(), StateError> {
        let mut held = self.held.lock().await;
        if held.lost.is_some() {
            return Ok(());
        }
        held.lost = Some("it was given up".to_owned());
        let by = held.note.token.clone();
        let tombstone = lock_bytes(&LockFile::Released { by })?;
        self.store
            .withdraw(&self.path, &held.blob, tombstone)
            .await
            .map(drop)
    }
}

/// The content of a lock file.
pub fn lock_bytes(file: &LockFile) -> Result<Vec<u8>, StateError> {
    let unwritable =
        |error: serde_json::Error| StateError::Unwritable("the lock", error.to_string());
    let mut bytes = serde_json::to_vec(file).map_err(unwritable)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Blocks on a future. Returns `None` if the runtime shuts down first: a future that needs the
/// network must then be one of its tasks, because blocking on it directly would panic.
fn complete<T: Send + 'static>(
    runtime: &Handle,
    is_local: bool,
    future: impl Future<Output = T> + Send + 'static,
) -> Option<T> {
    if is_local {
        return Some(runtime.block_on(future));
    }
    let (done, answer) = mpsc::channel();
    runtime.spawn(async move {
        // The receiver is gone if the thread has ended.
        let _ = done.send(future.await);
    });
    answer.recv().ok()
}

type Done = oneshot::Sender<Result<(), StateError>>;

/// The thread that renews a lease and finally releases it.
pub struct LeaseRenewal {
    stop: mpsc::Sender<Option<Done>>,
    thread: Option<JoinHandle<()>>,
    is_local: bool,
}

impl LeaseRenewal {
    pub fn start(lease: Arc<Lease>) -> Result<Self, StateError> {
        let runtime = Handle::try_current().map_err(|_| StateError::NoRuntime)?;
        let (stop, stopped) = mpsc::channel::<Option<Done>>();
        let is_local = lease.store.is_local();
        let place = lease.store.place(&lease.path);
        let work = move || {
            let done = loop {
                match stopped.recv_timeout(lease.length / 3) {
                    Ok(done) => break done,
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {
                        // If the lock is lost, the next write fails.
                        let lease = Arc::clone(&lease);
                        let _ = complete(&runtime, is_local, async move { lease.renew().await });
                    }
                }
            };
            let released = complete(&runtime, is_local, async move { lease.release().await });
            if let (Some(done), Some(released)) = (done, released) {
                let _ = done.send(released);
            }
        };
        let thread = std::thread::Builder::new()
            .name("lease".to_owned())
            .spawn(work)
            .map_err(|error| StateError::io("start a thread for", place, error))?;
        Ok(Self {
            stop,
            thread: Some(thread),
            is_local,
        })
    }

    /// Releases the lock and waits until that is done.
    pub async fn finish(self) -> Result<(), StateError> {
        let (done, answer) = oneshot::channel();
        let _ = self.stop.send(Some(done));
        answer.await.unwrap_or(Err(StateError::Closed))
    }
}

impl Drop for LeaseRenewal {
    fn drop(&mut self) {
        let _ = self.stop.send(None);
        // The network might need this very thread. A lock that is left behind becomes void when
        // this process ends.
        if self.is_local
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_runtime_that_ends_is_no_panic() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let handle = runtime.handle().clone();
        let waits = || tokio::time::sleep(Duration::from_secs(600));
        let other = handle.clone();
        let thread =
            std::thread::spawn(move || complete(&other, false, async move { waits().await }));
        assert_eq!(complete(&handle, false, async { 7 }), Some(7));
        runtime.shutdown_background();
        assert_eq!(thread.join().unwrap(), None);
        assert_eq!(complete(&handle, false, async { 7 }), None);
    }
}

//! Long work on files, on a thread of its own, which ends when its result is not wanted any more.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

/// Whether the result of some work is not wanted any more.
#[derive(Clone, Default)]
pub(crate) struct Cancellation(Arc<AtomicBool>);

/// A file that cannot be read any more once the work is cancelled.
pub(crate) struct Cancellable<F> {
    inner: F,
    cancellation: Cancellation,
}

/// Cancels the work when it is dropped.
struct CancelOnDrop(Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// Hashing and unpacking hundreds of megabytes on a thread of the runtime would hold up what it waits for:
/// progress, and Ctrl-C. The work ends soon after its future is dropped.
pub(crate) async fn on_thread<T: Send + 'static>(
    work: impl FnOnce(&Cancellation) -> T + Send + 'static,
) -> T {
    let cancellation = Cancellation::default();
    let _cancel = CancelOnDrop(cancellation.clone());
    let result = tokio::task::spawn_blocking(move || work(&cancellation)).await;
    result.unwrap_or_else(|error| match error.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(error) => unreachable!("BUG: work on files is never aborted: {error}"),
    })
}

/// Work that fills a folder. The thread owns the folder: what it writes after its future was dropped goes with it.
pub(crate) async fn on_thread_in<T: Send + 'static>(
    folder: TempDir,
    work: impl FnOnce(&Path, &Cancellation) -> T + Send + 'static,
) -> (TempDir, T) {
    on_thread(move |it| {
        let result = work(folder.path(), it);
        (folder, result)
    })
    .await
}

impl Cancellation {
    pub fn open(&self, file: &Path) -> io::Result<Cancellable<File>> {
        Ok(Cancellable {
            inner: File::open(file)?,
            cancellation: self.clone(),
        })
    }

    pub fn check(&self) -> io::Result<()> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(io::Error::other("the installation was cancelled")),
            false => Ok(()),
        }
    }
}

impl<F: Read> Read for Cancellable<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.cancellation.check()?;
        self.inner.read(buffer)
    }
}

impl<F: Seek> Seek for Cancellable<F> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    #[tokio::test]
    async fn work_ends_with_its_future() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().to_owned();
        let (started, has_started) = channel();
        let (ended, has_ended) = channel();
        let work = on_thread(move |it| {
            let mut file = it.open(&path).unwrap();
            started.send(()).unwrap();
            while file.read(&mut [0]).is_ok() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
        });
        // The first poll starts the work.
        tokio::select! {
            biased;
            () = work => panic!("it reads until it is cancelled"),
            () = tokio::task::yield_now() => {}
        }
        has_started.recv().unwrap();
        has_ended.recv().unwrap();
    }

    /// Tells that it is dropped.
    struct Dropped(Sender<()>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.send(()).unwrap();
        }
    }

    #[tokio::test]
    async fn files_written_after_the_end_of_a_future_go_with_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        let (started, has_started) = channel();
        let (dropped, is_dropped) = channel();
        let work = on_thread_in(folder, move |folder, it| {
            started.send(()).unwrap();
            while it.check().is_ok() {
                std::thread::yield_now();
            }
            fs::create_dir_all(folder.join("late")).unwrap();
            Dropped(dropped)
        });
        tokio::select! {
            biased;
            _ = work => panic!("it runs until it is cancelled"),
            () = tokio::task::yield_now() => {}
        }
        has_started.recv().unwrap();
        // The folder is dropped before the result.
        is_dropped.recv().unwrap();
        assert!(!path.exists());
    }

    #[tokio::test]
    async fn the_runtime_goes_on_meanwhile() {
        let (send, receive) = channel();
        let work = on_thread(move |_| receive.recv().unwrap());
        let other = async { send.send(7).unwrap() };
        let (answer, ()) = tokio::join!(work, other);
        assert_eq!(answer, 7);
    }
}

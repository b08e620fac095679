//! State in a bucket.
//!
//! The lock relies on conditional writes, which S3, Google Cloud Storage and Azure support. A log
//! is a series of objects, one for each write, created only if they do not exist: two processes can
//! never write the same one. A write whose response was lost may have happened; when the retry
//! finds an object with its own bytes, the write counts as done.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use object_store::path::Path;
use object_store::{
    Error, ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload, PutResult, UpdateVersion,
};

use super::bucket_requests::{ANSWER_TIME, PAUSE, answer_time, answered, pauses, retried_after};
use super::store::{Blob, Log, Store};
use crate::regular_file;
use crate::state_error::StateError;

#[derive(Clone)]
pub struct CloudStore {
    objects: Arc<dyn ObjectStore>,
    /// The URL of the bucket, such as `s3://bucket`.
    bucket: String,
    prefix: Path,
    pause: Duration,
}

impl CloudStore {
    pub fn new(objects: Arc<dyn ObjectStore>, bucket: String, prefix: Path) -> Self {
        Self {
            objects,
            bucket,
            prefix,
            pause: PAUSE,
        }
    }

    /// A store that retries at once.
    #[cfg(test)]
    pub fn without_pauses(objects: Arc<dyn ObjectStore>) -> Self {
        Self {
            pause: Duration::ZERO,
            ..Self::new(objects, "s3://bucket".to_owned(), Path::from("states"))
        }
    }

    /// The same store, which retries at once.
    #[cfg(test)]
    pub fn hurried(self) -> Self {
        Self {
            pause: Duration::ZERO,
            ..self
        }
    }

    /// Retries a request after transient errors. Every request here can be repeated: a conditional
    /// write recognises its own object on the second attempt.
    async fn retried<T, F>(&self, request: impl FnMut() -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.retried_with(0, request).await
    }

    /// As [`Self::retried`], for a request with content of `size` bytes.
    async fn retried_with<T, F>(
        &self,
        size: usize,
        mut request: impl FnMut() -> F,
    ) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let bounded = || answered(answer_time(size as u64), request());
        retried_after(pauses(self.pause), bounded).await
    }

    fn path(&self, path: &str) -> Path {
        let parts = path.split('/').filter(|it| !it.is_empty());
        parts.fold(self.prefix.clone(), |path, part| path.join(part))
    }

    fn failed(&self, action: &'static str, path: &Path, source: Error) -> StateError {
        StateError::Cloud {
            action,
            place: format!("{}/{path}", self.bucket),
            source: Arc::new(source),
        }
    }

    async fn get(&self, path: &Path) -> Result<Option<Blob>, StateError> {
        self.get_within(path, u64::MAX).await
    }

    async fn get_within(&self, path: &Path, limit: u64) -> Result<Option<Blob>, StateError> {
        // The connection may also be lost while the body is read.
        let blob = retried_after(pauses(self.pause), || async {
            let object = answered(ANSWER_TIME, self.objects.get(path)).await?;
            let meta = object.meta.clone();
            if meta.size > limit {
                return Ok(None);
            }
            let bytes = answered(answer_time(meta.size), object.bytes()).await?;
            Ok(Some((meta, bytes)))
        });
        match blob.await {
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.failed("read", path, error)),
            Ok(None) => {
                let place = format!("{}/{path}", self.bucket);
                Err(StateError::io(
                    "read",
                    place,
                    regular_file::too_large(limit),
                ))
            }
            Ok(Some((meta, bytes))) => Ok(Some(Blob {
                bytes: bytes.to_vec(),
                modified: meta.last_modified.into(),
                tag: meta.e_tag,
                version: meta.version,
            })),
        }
    }

    async fn put(
        &self,
        path: &Path,
        bytes: Vec<u8>,
        mode: PutMode,
    ) -> Result<Option<Blob>, StateError> {
        let payload = PutPayload::from(bytes.clone());
        let options = PutOptions::from(mode);
        let put = self.retried_with(bytes.len(), || {
            let (payload, options) = (payload.clone(), options.clone());
            self.objects.put_opts(path, payload, options)
        });
        match put.await {
            Ok(result) => Ok(Some(blob(bytes, result))),
            Err(
                Error::AlreadyExists { .. } | Error::Precondition { .. } | Error::NotFound { .. },
            ) => {
                let blob = self.get(path).await?;
                Ok(blob.filter(|it| it.bytes == bytes))
            }
            Err(error) => Err(self.failed("write", path, error)),
        }
    }

    async fn delete(&self, path: &Path) -> Result<(), StateError> {
        match self.retried(|| self.objects.delete(path)).await {
            Err(Error::NotFound { .. }) => Ok(()),
            result => result.map_err(|error| self.failed("remove", path, error)),
        }
    }

    /// Lists the direct children of a path: objects, then folders.
    async fn children(&self, folder: &Path) -> Result<(Vec<Path>, Vec<Path>), StateError> {
        let failed = |error| self.failed("list", folder, error);
        let listing = self
            .retried(|| self.objects.list_with_delimiter(Some(folder)))
            .await;
        let listing = listing.map_err(failed)?;
        let objects = listing.objects.into_iter().map(|it| it.location).collect();
        Ok((objects, listing.common_prefixes))
    }

    /// The segments of the logs at a path: the name of the log, the segment's number and its path,
    /// sorted.
    async fn segments(&self, path: &str) -> Result<Vec<(String, u64, Path)>, StateError> {
        let (objects, _) = self.children(&self.path(path)).await?;
        let segment = |path: Path| {
            let (log, number) = path.filename()?.rsplit_once('-')?;
            Some((log.to_owned(), number.parse().ok()?, path))
        };
        let mut segments: Vec<_> = objects.into_iter().filter_map(segment).collect();
        segments.sort_unstable();
        Ok(segments)
    }
}

fn blob(bytes: Vec<u8>, result: PutResult) -> Blob {
    Blob {
        bytes,
        modified: SystemTime::now(),
        tag: result.e_tag,
        version: result.version,
    }
}

fn if_unchanged(expected: &Blob) -> PutMode {
    PutMode::Update(UpdateVersion {
        e_tag: expected.tag.clone(),
        version: expected.version.clone(),
    })
}

#[async_trait]
impl Store for CloudStore {
    fn place(&self, path: &str) -> String {
        format!("{}/{}", self.bucket, self.path(path))
    }

    fn is_local(&self) -> bool {
        false
    }

    async fn read(&self, path: &str) -> Result<Option<Blob>, StateError> {
        self.get(&self.path(path)).await
    }

    async fn read_within(&self, path: &str, limit: u64) -> Result<Option<Blob>, StateError> {
        self.get_within(&self.path(path), limit).await
    }

    async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<(), StateError> {
        let path = self.path(path);
        let payload = PutPayload::from(bytes);
        let size = payload.content_length();
        let put = self.retried_with(size, || self.objects.put(&path, payload.clone()));
        put.await
            .map(drop)
            .map_err(|error| self.failed("write", &path, error))
    }

    async fn create(&self, path: &str, bytes: Vec<u8>) -> Result<Option<Blob>, StateError> {
        self.put(&self.path(path), bytes, PutMode::Create).await
    }

    async fn replace(
        &self,
        path: &str,
        expected: &Blob,
        bytes: Vec<u8>,
    ) -> Result<Option<Blob>, StateError> {
        self.put(&self.path(path), bytes, if_unchanged(expected))
            .await
    }

    async fn withdraw(
        &self,
        path: &str,
        expected: &Blob,
        tombstone: Vec<u8>,
    ) -> Result<bool, StateError> {
        // An unconditional removal could remove the lock of the next holder.
        let done = self
            .put(&self.path(path), tombstone, if_unchanged(expected))
            .await?;
        Ok(done.is_some())
    }

    async fn remove(&self, path: &str) -> Result<(), StateError> {
        self.delete(&self.path(path)).await
    }

    async fn remove_all(&self, folder: &str) -> Result<(), StateError> {
        let mut folders = vec![self.path(folder)];
        while let Some(folder) = folders.pop() {
            let (objects, below) = self.children(&folder).await?;
            for object in objects {
                self.delete(&object).await?;
            }
            folders.extend(below);
        }
        Ok(())
    }

    async fn list(&self, folder: &str) -> Result<Vec<String>, StateError> {
        let (objects, folders) = self.children(&self.path(folder)).await?;
        let name = |path: &Path| path.filename().map(str::to_owned);
        let mut names: Vec<_> = objects.iter().filter_map(name).collect();
        names.extend(folders.iter().filter_map(name).map(|it| it + "/"));
        names.sort_unstable();
        Ok(names)
    }

    async fn now(&self, scratch: &str) -> Result<SystemTime, StateError> {
        let path = self.path(scratch);
        self.write(scratch, b"\n".to_vec()).await?;
        let meta = self.retried(|| self.objects.head(&path)).await;
        let meta = meta.map_err(|error| self.failed("read", &path, error))?;
        Ok(meta.last_modified.into())
    }

    async fn read_log(
        &self,
        path: &str,
        except: Option<&str>,
    ) -> Result<Option<Vec<u8>>, StateError> {
        let mut log = None;
        for (name, _, segment) in self.segments(path).await? {
            if Some(name.as_str()) == except {
                continue;
            }
            // A segment that was removed meanwhile leaves a gap, which the reader detects.
            let blob = self.get(&segment).await?;
            let bytes = blob.map(|it| it.bytes).unwrap_or_default();
            log.get_or_insert_with(Vec::new).extend(bytes);
        }
        Ok(log)
    }

    async fn begin_log(
        &self,
        path: &str,
        name: &str,
        content: Vec<u8>,
    ) -> Result<Box<dyn Log>, StateError> {
        let mut log = CloudLog {
            store: self.clone(),
            path: path.to_owned(),
            name: name.to_owned(),
            next: 0,
        };
        let mut known = 0;
        for (found, number, segment) in self.segments(path).await? {
            if found != name {
                self.delete(&segment).await?;
                continue;
            }
            known += self.get(&segment).await?.map_or(0, |it| it.bytes.len());
            log.next = number + 1;
        }
        // Objects are written as a whole, so the known content is a prefix.
        let rest = content.get(known..).unwrap_or_default().to_vec();
        if !rest.is_empty() {
            log.append(rest).await?;
        }
        Ok(Box::new(log))
    }

    async fn remove_log(&self, path: &str) -> Result<(), StateError> {
        for (_, _, segment) in self.segments(path).await? {
            self.delete(&segment).await?;
        }
        Ok(())
    }
}

struct CloudLog {
    store: CloudStore,
    path: String,
    name: String,
    next: u64,
}

#[async_trait]
impl Log for CloudLog {
    async fn append(&mut self, bytes: Vec<u8>) -> Result<(), StateError> {
        let path = format!("{}/{}-{:08}", self.path, self.name, self.next);
        match self.store.create(&path, bytes).await? {
            Some(_) => {
                self.next += 1;
                Ok(())
            }
            None => Err(StateError::Changed {
                place: self.store.place(&path),
            }),
        }
    }
}

//! A bucket behind a network that loses connections.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, ObjectStoreExt as _, PutMultipartOptions, PutOptions, PutPayload, PutResult,
    Result,
};
use parking_lot::Mutex;

use super::super::stores::cloud_store::CloudStore;
use super::super::stores::store::Store;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Loss {
    /// The bucket does not receive the request.
    Request,
    /// The bucket does what is asked, and its answer is lost.
    Answer,
}

/// Every first, third and so on request of a kind for a path fails.
#[derive(Clone, Debug)]
struct Unreliable {
    inner: Arc<InMemory>,
    loss: Loss,
    requests: Arc<Mutex<HashMap<String, u32>>>,
}

impl Unreliable {
    async fn ask<T>(
        &self,
        kind: &str,
        path: &Path,
        request: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let is_lost = {
            let mut requests = self.requests.lock();
            let count = requests.entry(format!("{kind} {path}")).or_default();
            *count += 1;
            *count % 2 == 1
        };
        if is_lost && self.loss == Loss::Request {
            return Err(lost());
        }
        let answer = request.await;
        if is_lost { Err(lost()) } else { answer }
    }
}

fn lost() -> Error {
    Error::Generic {
        store: "S3",
        source: Box::new(io::Error::from(io::ErrorKind::ConnectionReset)),
    }
}

impl fmt::Display for Unreliable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Unreliable")
    }
}

#[async_trait]
impl ObjectStore for Unreliable {
    async fn put_opts(
        &self,
        path: &Path,
        payload: PutPayload,
        options: PutOptions,
    ) -> Result<PutResult> {
        let put = self.inner.put_opts(path, payload, options);
        self.ask("put", path, put).await
    }

    async fn put_multipart_opts(
        &self,
        path: &Path,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.inner.put_multipart_opts(path, options).await
    }

    async fn get_opts(&self, path: &Path, options: GetOptions) -> Result<GetResult> {
        let get = self.inner.get_opts(path, options);
        self.ask("get", path, get).await
    }

    fn delete_stream(
        &self,
        paths: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        let this = self.clone();
        let deleted = paths.then(move |path| {
            let this = this.clone();
            async move {
                let path = path?;
                let deletion = this.inner.delete(&path);
                this.ask("delete", &path, deletion).await?;
                Ok(path)
            }
        });
        deleted.boxed()
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.inner.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        let list = self.inner.list_with_delimiter(prefix);
        self.ask("list", prefix.unwrap_or(&Path::default()), list)
            .await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.inner.copy_opts(from, to, options).await
    }
}

fn bytes(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

#[tokio::test]
async fn every_request_to_a_bucket_is_made_again_when_its_connection_is_lost() {
    for loss in [Loss::Request, Loss::Answer] {
        let store = CloudStore::without_pauses(Arc::new(Unreliable {
            inner: Arc::default(),
            loss,
            requests: Arc::default(),
        }));
        assert!(store.read("a/file").await.unwrap().is_none(), "{loss:?}");
        store.write("a/file", bytes("one")).await.unwrap();
        assert_eq!(store.read("a/file").await.unwrap().unwrap().bytes, b"one");

        let version = store.create("a/lock", bytes("mine")).await.unwrap();
        let version = version.expect("the object is this process's own");
        let taken = store.create("a/lock", bytes("theirs")).await.unwrap();
        assert!(taken.is_none(), "{loss:?}");
        let renewed = store.replace("a/lock", &version, bytes("renewed")).await;
        let renewed = renewed.unwrap().expect("the lock is held");
        let stale = store.replace("a/lock", &version, bytes("stale")).await;
        assert!(stale.unwrap().is_none(), "{loss:?}");
        assert!(
            store
                .withdraw("a/lock", &renewed, bytes("gone"))
                .await
                .unwrap()
        );
        assert!(
            !store
                .withdraw("a/lock", &version, bytes("again"))
                .await
                .unwrap()
        );
        assert_eq!(store.read("a/lock").await.unwrap().unwrap().bytes, b"gone");

        store.now("a/clock").await.unwrap();
        let mut log = store.begin_log("a/log", "run", bytes("x")).await.unwrap();
        for text in ["y", "z"] {
            log.append(bytes(text)).await.unwrap();
        }
        let read = async || store.read_log("a/log", None).await.unwrap();
        assert_eq!(read().await.unwrap(), b"xyz");
        store.begin_log("a/log", "next", bytes("w")).await.unwrap();
        assert_eq!(read().await.unwrap(), b"w");
        store.remove_log("a/log").await.unwrap();
        assert_eq!(read().await, None);

        store.write("a/b/deep", bytes("two")).await.unwrap();
        let names = store.list("a").await.unwrap();
        assert_eq!(names, ["b/", "clock", "file", "lock"], "{loss:?}");
        store.remove("a/file").await.unwrap();
        assert!(store.read("a/file").await.unwrap().is_none(), "{loss:?}");
        store.remove_all("a").await.unwrap();
        assert!(store.list("a").await.unwrap().is_empty(), "{loss:?}");
    }
}

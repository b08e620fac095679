//! Start-up and shutdown of the platform.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, spawn_blocking};

use lumi_host::{Allow, Confinement, PermissionFlags};

use super::callers::Callers;
use super::catalog::{Catalog, INTERVAL, PlatformAddress};
use super::error::PlatformError;
use super::event::Event;
use super::http::{AppState, RequestLimits, serve};
use super::queue::{Queues, deliver};
use super::schedule;
use super::settings::{Settings, reachable};
use super::storage::BlobStore;
use super::task_tracker::TaskTracker;
use super::token::Token;
use super::worker::Spawner;

/// The folder of all data, below the folder with the functions.
const DATA: &str = ".data";

/// Time limit of a graceful shutdown, besides the time of one call.
const STOPPING: Duration = Duration::from_secs(5);

/// A listening platform; [`run`](Self::run) serves requests.
pub struct LocalPlatform {
    settings: Arc<Settings>,
    listener: TcpListener,
    address: SocketAddr,
    catalog: Catalog,
    app_state: AppState,
    /// Held while the data is in use.
    _lock: File,
}

impl LocalPlatform {
    /// Loads the folder and listens.
    pub async fn start(settings: Settings) -> Result<Self, PlatformError> {
        let data = settings.folder.join(DATA);
        let unusable = |source| PlatformError::Data {
            path: data.clone(),
            source,
        };
        std::fs::create_dir_all(&data).map_err(unusable)?;
        let lock = lock(data.join("lock"))?;
        let token = Token::random().map_err(unusable)?;
        token.write(&data.join("token")).map_err(unusable)?;
        let (queues, problems) = Queues::open(data.join("queues")).map_err(unusable)?;
        for problem in problems {
            (settings.events)(Event::Problem(problem));
        }
        let (listener, address) = listen(SocketAddr::new(settings.host, settings.port)).await?;
        let (url, host) = reachable(address);
        let spawner = Spawner::new(settings.worker.clone()).map_err(PlatformError::Spawn)?;
        let settings = Arc::new(settings);
        let callers = Arc::new(Callers::new(token));
        let place = PlatformAddress {
            url,
            host: host.clone(),
            callers: Arc::clone(&callers),
            spawner,
        };
        let (mut catalog, functions) = Catalog::new(Arc::clone(&settings), place);
        catalog.poll();
        (settings.events)(Event::Confined(confinement(&host).probe()));
        let app_state = AppState {
            functions,
            values: BlobStore::new(data.join("kv")),
            objects: BlobStore::new(data.join("buckets")),
            queues,
            callers,
            tracker: TaskTracker::new(),
            allowed_hosts: settings.allowed_hosts.clone(),
            limits: RequestLimits::default(),
            events: Arc::clone(&settings.events),
            shows_errors: settings.shows_errors,
            patience: settings.timeout.unwrap_or_default() + STOPPING,
        };
        Ok(Self {
            settings,
            listener,
            address,
            catalog,
            app_state,
            _lock: lock,
        })
    }

    /// The address that the platform listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes; then finishes running work.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self {
            settings,
            listener,
            catalog,
            app_state,
            _lock,
            ..
        } = self;
        let tracker = app_state.tracker.clone();
        let functions = || app_state.functions.clone();
        let events = || Arc::clone(&settings.events);
        let tasks = [
            tokio::spawn(watch(catalog)),
            tokio::spawn(deliver(
                Arc::clone(&app_state.queues),
                functions(),
                tracker.clone(),
                events(),
            )),
            tokio::spawn(schedule::run(
                functions(),
                tracker.clone(),
                events(),
                || DateTime::<Utc>::from(SystemTime::now()),
            )),
        ];
        let serving = serve(listener, Arc::new(app_state));
        let closing = async {
            stop.await;
            tracker.close();
        };
        tokio::join!(serving, closing);
        tasks.iter().for_each(JoinHandle::abort);
    }
}

/// The kernel limits of a function without permissions.
fn confinement(platform: &str) -> Confinement {
    let permissions = PermissionFlags {
        net: Allow::Only(vec![platform.to_owned()]),
        ..PermissionFlags::default()
    };
    Confinement::of(&permissions, Path::new("/"))
}

/// Polls the folder.
async fn watch(mut catalog: Catalog) {
    let mut pause = INTERVAL;
    loop {
        tokio::time::sleep(pause).await;
        let looked = spawn_blocking(move || {
            let pause = catalog.poll();
            (catalog, pause)
        });
        match looked.await {
            Ok(again) => (catalog, pause) = again,
            Err(_) => return,
        }
    }
}

async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), PlatformError> {
    let failed = |source| PlatformError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// Locks the data. The system releases the lock when the process ends.
fn lock(path: PathBuf) -> Result<File, PlatformError> {
    let failed = |path: &PathBuf, source: io::Error| PlatformError::Data {
        path: path.clone(),
        source,
    };
    let file = File::create(&path).map_err(|source| failed(&path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(PlatformError::InUse { path }),
        Err(std::fs::TryLockError::Error(source)) => Err(failed(&path, source)),
    }
}

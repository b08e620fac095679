//! Start-up and shutdown of the platform.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};

use lumi_host::{Allow, Confinement, PermissionFlags};

use super::callers::Callers;
use super::catalog::{Catalog, INTERVAL, PlatformAddress};
use super::data_folder::{ADDRESS, DATA, TOKEN, URL_KEY, lock, unusable};
use super::error::PlatformError;
use super::event::Event;
use super::http::{AppState, RequestLimits, serve};
use super::queue::{Queues, deliver};
use super::schedule;
use super::services::{ProcessStarter, ServiceCatalog, ServicePlace, Services};
use super::settings::{Settings, reachable};
use super::signed_url::UrlSigner;
use super::sites::Sites;
use super::storage::{BlobStore, SpaceKind, Storage};
use super::task_tracker::TaskTracker;
use super::telemetry::{Telemetry, now};
use super::token::Token;
use super::worker::Spawner;

/// Interval between measurements of queues and processes.
const MEASURING: Duration = Duration::from_secs(5);

/// Time limit of a graceful shutdown, besides the time of one call.
const STOPPING: Duration = Duration::from_secs(5);

/// A listening platform; [`run`](Self::run) serves requests.
pub struct LocalPlatform {
    settings: Arc<Settings>,
    listener: TcpListener,
    address: SocketAddr,
    catalog: Catalog,
    service_catalog: ServiceCatalog,
    app_state: AppState,
    storage: Arc<Storage>,
    /// Held while the data is in use.
    _lock: File,
}

impl LocalPlatform {
    /// Loads the folder and listens.
    pub async fn start(settings: Settings) -> Result<Self, PlatformError> {
        let data = settings.folder.join(DATA);
        let unusable = unusable(&data);
        let lock = lock(&data)?;
        let opened = OpenData::open(&data, &settings).map_err(&unusable)?;
        let (listener, address) = listen(SocketAddr::new(settings.host, settings.port)).await?;
        let (url, host) = reachable(address);
        std::fs::write(data.join(ADDRESS), &host).map_err(unusable)?;
        let callers = opened.callers(&settings);
        let (service_catalog, services) = service_catalog(&settings, &opened, &url, &callers)?;
        let place = PlatformAddress {
            url,
            host: host.clone(),
            callers: Arc::clone(&callers),
            spawner: Spawner::new(settings.worker.clone()).map_err(PlatformError::Spawn)?,
            telemetry: opened.telemetry.clone(),
        };
        let settings = Arc::new(settings);
        let (mut catalog, functions) = Catalog::new(Arc::clone(&settings), place);
        catalog.poll();
        (settings.events)(Event::Confined(confinement(&host).probe()));
        let app_state = AppState {
            functions,
            values: BlobStore::new(Arc::clone(&opened.storage), SpaceKind::Store),
            objects: BlobStore::new(Arc::clone(&opened.storage), SpaceKind::Bucket),
            queues: opened.queues,
            services,
            sites: Arc::new(Sites::new(&settings.folder, settings.site.clone())),
            url_signer: opened.url_signer,
            callers,
            tracker: TaskTracker::new(),
            allowed_hosts: settings.allowed_hosts.clone(),
            limits: RequestLimits::default(),
            events: Arc::clone(&settings.events),
            telemetry: opened.telemetry,
            shows_errors: settings.shows_errors,
            is_private: settings.host.is_loopback(),
            patience: settings.timeout.unwrap_or_default() + STOPPING,
        };
        Ok(Self {
            settings,
            listener,
            address,
            catalog,
            service_catalog,
            app_state,
            storage: opened.storage,
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
            service_catalog,
            app_state,
            storage,
            _lock,
            ..
        } = self;
        let app_state = Arc::new(app_state);
        let tracker = app_state.tracker.clone();
        let functions = || app_state.functions.clone();
        let events = || Arc::clone(&settings.events);
        let telemetry = app_state.telemetry.clone();
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
        let (stop_services, stopping) = oneshot::channel();
        let services = tokio::spawn(service_catalog.run(stopping));
        let measuring = tokio::spawn(measure(Arc::clone(&app_state)));
        let serving = serve(listener, Arc::clone(&app_state));
        let closing = async {
            stop.await;
            tracker.close();
        };
        tokio::join!(serving, closing);
        // Functions may use services until they have ended.
        let _ = stop_services.send(());
        let _ = services.await;
        measuring.abort();
        tasks.iter().for_each(JoinHandle::abort);
        // What uses it afterwards fails, instead of being stored when the process may end at any time.
        let _ = spawn_blocking(move || storage.engine().close()).await;
        telemetry.close().await;
    }
}

/// The parts of a platform that are in the folder of data.
struct OpenData {
    token: Token,
    telemetry: Telemetry,
    storage: Arc<Storage>,
    queues: Arc<Queues>,
    url_signer: UrlSigner,
}

impl OpenData {
    fn open(data: &Path, settings: &Settings) -> io::Result<Self> {
        let (storage, mut problems) = Storage::open(data)?;
        let token = Token::random()?;
        token.write(&data.join(TOKEN))?;
        let telemetry = Telemetry::begin(&settings.folder, &settings.telemetry)?;
        let (queues, more) = Queues::open(Arc::clone(&storage))?;
        problems.extend(more);
        for problem in problems {
            (settings.events)(Event::Problem(problem));
        }
        Ok(Self {
            token,
            telemetry,
            storage,
            queues,
            url_signer: UrlSigner::open(&data.join(URL_KEY))?,
        })
    }

    fn callers(&self, settings: &Settings) -> Arc<Callers> {
        let peers = settings.caller_token.clone();
        Arc::new(Callers::new(self.token.clone(), peers))
    }
}

fn service_catalog(
    settings: &Settings,
    opened: &OpenData,
    url: &str,
    callers: &Arc<Callers>,
) -> Result<(ServiceCatalog, Services), PlatformError> {
    let services = Services::default();
    let catalog = ServiceCatalog::new(ServicePlace {
        folder: settings.folder.clone(),
        url: url.to_owned(),
        url_signer: opened.url_signer.clone(),
        callers: Arc::clone(callers),
        starter: ProcessStarter::new().map_err(PlatformError::Spawn)?,
        services: services.clone(),
        telemetry: opened.telemetry.clone(),
        events: Arc::clone(&settings.events),
        mask_of: Arc::clone(&settings.mask_of),
    });
    Ok((catalog, services))
}

/// The kernel limits of a function without permissions.
fn confinement(platform: &str) -> Confinement {
    let permissions = PermissionFlags {
        net: Allow::Only(vec![platform.to_owned()]),
        ..PermissionFlags::default()
    };
    Confinement::of(&permissions, Path::new("/"))
}

/// Measures what changes without a request, for the collector, and removes messages whose time is over.
async fn measure(app_state: Arc<AppState>) {
    loop {
        app_state.measure();
        let (queues, functions) = (
            Arc::clone(&app_state.queues),
            app_state.functions.borrow().clone(),
        );
        // What the disk does not remove now is removed after the next start.
        let _ = spawn_blocking(move || queues.remove_old(&functions, now())).await;
        tokio::time::sleep(MEASURING).await;
    }
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

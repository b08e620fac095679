//! Processes that take over from one that has answered many calls.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;

use lumi_graph::{Object, ResourceType, Urn, Value};
use lumi_rpc::Connection;

use super::host::{PluginHost, PluginSettings};
use super::{
    InstalledPackage, PackageName, PluginError, PluginFolders, PluginKind, PluginLaunch,
    PluginPeer, PluginProtocol, SecretSupport, StartedPlugin,
};
use crate::{
    CheckRequest, Checked, CreateRequest, Created, DeleteRequest, Diff, DiffRequest, Provider,
    ProviderError, ReadRequest, ReadState, Target, UpdateRequest, Updated,
};

const MOST_CALLS: u32 = 5;

/// The counters and switches that all processes of a test share.
struct Facts {
    started: AtomicUsize,
    ended: AtomicUsize,
    configured: AtomicUsize,
    /// Whether the next configuration is refused.
    refuses: AtomicBool,
    is_replaceable: AtomicBool,
    /// One permit for each create that may end.
    creates: Semaphore,
    begun: Notify,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            started: AtomicUsize::new(0),
            ended: AtomicUsize::new(0),
            configured: AtomicUsize::new(0),
            refuses: AtomicBool::new(false),
            is_replaceable: AtomicBool::new(true),
            creates: Semaphore::new(0),
            begun: Notify::new(),
        }
    }
}

fn count(of: &AtomicUsize) -> usize {
    of.load(Ordering::SeqCst)
}

/// A process in this one: its provider answers with its number.
struct Numbered {
    number: usize,
    facts: Arc<Facts>,
}

#[async_trait]
impl Provider for Numbered {
    fn is_replaceable(&self) -> bool {
        self.facts.is_replaceable.load(Ordering::SeqCst)
    }

    async fn configure(&self, _: Object) -> Result<(), ProviderError> {
        if self.facts.refuses.load(Ordering::SeqCst) {
            return Err(ProviderError::failed("the token was used before"));
        }
        self.facts.configured.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    async fn check(&self, _: CheckRequest) -> Result<Checked, ProviderError> {
        let number = Value::from(self.number as f64);
        let inputs = [("number".to_owned(), number)].into_iter().collect();
        Ok(Checked::accepted(inputs))
    }

    async fn create(&self, _: CreateRequest) -> Result<Created, ProviderError> {
        self.facts.begun.notify_one();
        self.facts.creates.acquire().await.unwrap().forget();
        Ok(Created {
            id: Some(self.number.to_string()),
            outputs: Object::default(),
            data: None,
        })
    }

    async fn diff(&self, _: DiffRequest) -> Result<Diff, ProviderError> {
        unreachable!("no test compares")
    }

    async fn read(&self, _: ReadRequest) -> Result<Option<ReadState>, ProviderError> {
        unreachable!("no test reads")
    }

    async fn update(&self, _: UpdateRequest) -> Result<Updated, ProviderError> {
        unreachable!("no test updates")
    }

    async fn delete(&self, _: DeleteRequest) -> Result<(), ProviderError> {
        unreachable!("no test deletes")
    }
}

struct NumberedPeer(Arc<Facts>);

#[async_trait]
impl PluginPeer for NumberedPeer {
    fn connection(&self) -> &Connection {
        unreachable!("no test uses the connection")
    }

    fn listened_after(&self) -> Duration {
        Duration::ZERO
    }

    fn is_gone(&self) -> bool {
        false
    }

    async fn wait_for_exit(&self) -> Option<String> {
        None
    }

    async fn end(self: Box<Self>) {
        self.0.ended.fetch_add(1, Ordering::SeqCst);
    }
}

struct NumberedProtocol(Arc<Facts>);

#[async_trait]
impl PluginProtocol for NumberedProtocol {
    fn kind(&self) -> PluginKind {
        PluginKind::Terraform
    }

    async fn start(&self, _: PluginLaunch<'_>) -> Result<StartedPlugin, PluginError> {
        let number = self.0.started.fetch_add(1, Ordering::SeqCst) + 1;
        let facts = Arc::clone(&self.0);
        Ok(StartedPlugin {
            peer: Box::new(NumberedPeer(Arc::clone(&facts))),
            provider: Arc::new(Numbered { number, facts }),
            version: None,
            secrets: SecretSupport::Marked,
            cancels_before_end: false,
            most_calls: Some(MOST_CALLS),
            called_after: Duration::ZERO,
        })
    }
}

fn host(facts: &Arc<Facts>) -> PluginHost {
    let name = PackageName::parse("kit").unwrap();
    let installed = InstalledPackage {
        name: name.clone(),
        kind: PluginKind::Terraform,
        // A file that exists, as a host looks for it.
        program: PathBuf::from("/bin/sh"),
        version: semver::Version::new(1, 0, 0),
        source: "a test".to_owned(),
        beside: Vec::new(),
    };
    let settings = PluginSettings {
        project: PathBuf::from("/"),
        folders: PluginFolders::default(),
        requirements: BTreeMap::new(),
        packages: [(name, installed)].into_iter().collect(),
        parameterized: BTreeMap::new(),
        startup_timeout: Duration::from_secs(60),
        variable: |_| None,
    };
    let protocol = Arc::new(NumberedProtocol(Arc::clone(facts)));
    PluginHost::new(settings, vec![protocol], Arc::new(|_| {}))
}

async fn configured(host: &PluginHost) -> Arc<dyn Provider> {
    let provider = host.provider("kit").unwrap().unwrap();
    provider.configure(Object::default()).await.unwrap();
    provider
}

fn target() -> Target {
    let urn = Urn::parse("urn:lumi:dev::demo::index::kit:index:Thing::a").unwrap();
    Target {
        resource_type: ResourceType::parse("kit:index:Thing").unwrap(),
        urn,
        data: None,
        ignored: Vec::new(),
        timeout: None,
        code: None,
    }
}

/// The number of the process that answers.
async fn ask(provider: &dyn Provider) -> f64 {
    let request = CheckRequest {
        target: target(),
        inputs: Object::default(),
        old_inputs: None,
    };
    let checked = provider.check(request).await.unwrap();
    match checked.inputs.get("number") {
        Some(Value::Number(number)) => *number,
        other => panic!("{other:?}"),
    }
}

async fn answers(provider: &dyn Provider, calls: u32) -> Vec<f64> {
    let mut numbers = Vec::new();
    for _ in 0..calls {
        numbers.push(ask(provider).await);
    }
    numbers.dedup();
    numbers
}

fn creation() -> CreateRequest {
    CreateRequest {
        target: target(),
        inputs: Arc::default(),
        preview: false,
        follows_delete: false,
        recorded: None,
    }
}

#[tokio::test]
async fn another_process_takes_over_after_many_calls() {
    let facts = Arc::<Facts>::default();
    let host = host(&facts);
    let provider = configured(&host).await;
    assert_eq!(answers(&*provider, MOST_CALLS).await, [1.0]);
    assert_eq!(answers(&*provider, MOST_CALLS).await, [2.0]);
    assert_eq!(answers(&*provider, 1).await, [3.0]);
    assert_eq!(count(&facts.configured), 3);
    host.wait_for_worn().await;
    assert_eq!(count(&facts.ended), 2);
}

/// A plan of many objects begins with a check of each at the same time.
#[tokio::test]
async fn it_waits_for_calls_that_change_nothing() {
    let facts = Arc::<Facts>::default();
    let provider = configured(&host(&facts)).await;
    let mut asked = JoinSet::new();
    for _ in 0..4 * MOST_CALLS {
        let provider = Arc::clone(&provider);
        asked.spawn(async move { ask(&*provider).await });
    }
    let mut numbers = asked.join_all().await;
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    assert_eq!(numbers, [1.0, 2.0, 3.0, 4.0]);
}

#[tokio::test]
async fn a_process_that_changes_an_object_goes_on() {
    let facts = Arc::<Facts>::default();
    let provider = configured(&host(&facts)).await;
    let changing = Arc::clone(&provider);
    let create = tokio::spawn(async move { changing.create(creation()).await });
    facts.begun.notified().await;
    assert_eq!(answers(&*provider, 2 * MOST_CALLS).await, [1.0]);
    facts.creates.add_permits(1);
    let created = create.await.unwrap().unwrap();
    assert_eq!(created.id.as_deref(), Some("1"));
    assert_eq!(count(&facts.started), 1);
    // It is tried again after as many calls.
    assert_eq!(answers(&*provider, MOST_CALLS).await.last(), Some(&2.0));
}

#[tokio::test]
async fn a_process_that_holds_something_goes_on() {
    let facts = Arc::<Facts>::default();
    facts.is_replaceable.store(false, Ordering::SeqCst);
    let provider = configured(&host(&facts)).await;
    assert_eq!(answers(&*provider, 3 * MOST_CALLS).await, [1.0]);
    assert_eq!(count(&facts.started), 1);
}

#[tokio::test]
async fn a_process_goes_on_if_another_one_cannot_be_configured() {
    let facts = Arc::<Facts>::default();
    let provider = configured(&host(&facts)).await;
    facts.refuses.store(true, Ordering::SeqCst);
    assert_eq!(answers(&*provider, 2 * MOST_CALLS).await, [1.0]);
    assert_eq!(count(&facts.started), 2);
}

#[tokio::test]
async fn no_process_takes_over_after_a_cancellation() {
    let facts = Arc::<Facts>::default();
    let provider = configured(&host(&facts)).await;
    answers(&*provider, MOST_CALLS).await;
    provider.cancel().await;
    assert_eq!(answers(&*provider, MOST_CALLS).await, [1.0]);
}

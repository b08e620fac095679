//! The target that data is moved out of or into: the platform on this machine, or the cluster of a stack.

use std::path::{Path, PathBuf};

use clap::Args;

use lumi_graph::Value;
use lumi_platform::transfer::{Cluster, Entry, LocalData, Moved, NatsUser, Target, TransferError};
use lumi_project::ProjectSettings;
use lumi_project::stacks::backend::{load, open_stack};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};

use crate::commands::telemetry::{PlatformFlags, platform_folder};

/// The setting with the target of a stack, and the target that is a cluster.
const TARGET: &str = "lumi:target";
const KUBERNETES: &str = "kubernetes";
/// The resource with the key of the account of NATS (`js/lumi/cloud/kubernetes/nats_server.ts`).
const ACCOUNT: &str = "lumi-nats-account";
const PRIVATE_KEY: &str = "privateKeyPem";

/// The place of the data.
#[derive(Debug, Args)]
pub struct TargetFlags {
    /// Host and port of the server of NATS, for a stack with the target kubernetes
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "folder")]
    pub nats: Option<String>,
    #[command(flatten)]
    pub platform: PlatformFlags,
}

/// The target that flags name.
#[derive(Debug)]
pub enum Place {
    Folder(PathBuf),
    Nats { address: String, account: String },
}

impl Place {
    pub fn find(flags: &TargetFlags, current: &Path, terminal: Terminal) -> Result<Self, Failure> {
        let folder = || platform_folder(&flags.platform, current).map(Self::Folder);
        if flags.platform.folder.is_some() {
            return folder();
        }
        let settings = ProjectSettings::find(Path::new("."), current)?;
        let name = settings.stack(flags.platform.stack.stack.as_deref())?;
        let config = settings.config(&name, &[], None)?;
        let target = config.into_iter().find(|(key, _)| key == TARGET);
        let is_cluster = target.is_some_and(|(_, it)| it.value == KUBERNETES);
        match (&flags.nats, is_cluster) {
            (None, false) => folder(),
            (Some(address), true) => Ok(Self::Nats {
                address: address.clone(),
                account: account_key(&settings, &name, terminal)?,
            }),
            (None, true) => {
                let message = format!("the stack {} has the target kubernetes", escaped(&name));
                let help = "pass --nats HOST:PORT; `kubectl port-forward service/lumi-nats 4222` in the namespace of the stack \
                    makes that localhost:4222";
                Err(Failure::new(Exit::Usage, Report::error(message).help(help)))
            }
            (Some(_), false) => {
                let message = format!("the stack {} has no server of NATS", escaped(&name));
                let help = "--nats is for stacks with the target kubernetes";
                Err(Failure::new(Exit::Usage, Report::error(message).help(help)))
            }
        }
    }

    /// Whether it is a stack on Kubernetes, whose buckets are on a server of their own.
    pub const fn is_cluster(&self) -> bool {
        matches!(self, Self::Nats { .. })
    }

    pub async fn open(&self) -> Result<AnyTarget, TransferError> {
        Ok(match self {
            Self::Folder(folder) => AnyTarget::Local(Box::new(LocalData::open(folder)?)),
            Self::Nats { address, account } => {
                let user = NatsUser::of_account(account).ok_or_else(|| {
                    TransferError::Target(format!("{ACCOUNT} is not an Ed25519 key"))
                })?;
                AnyTarget::Cluster(Box::new(Cluster::connect(address, &user).await?))
            }
        })
    }
}

/// The private key in the state of a stack.
fn account_key(
    settings: &ProjectSettings,
    name: &str,
    terminal: Terminal,
) -> Result<String, Failure> {
    let state = load(&open_stack(settings, name)?, terminal)?.state;
    let resources = state.live_resources();
    let account = resources.iter().find(|it| it.urn.name() == ACCOUNT);
    let key = account.and_then(|it| it.outputs.get(PRIVATE_KEY));
    let key = match key {
        Some(Value::Secret(inner)) => inner.as_str(),
        _ => None,
    };
    key.map(str::to_owned).ok_or_else(|| {
        let message = format!(
            "the stack {} has no queues, topics or stores",
            escaped(name)
        );
        let help = "they are there after `lumi up`";
        Failure::new(Exit::Failure, Report::error(message).help(help))
    })
}

/// Either target.
pub enum AnyTarget {
    Local(Box<LocalData>),
    Cluster(Box<Cluster>),
}

impl Target for AnyTarget {
    async fn next(&mut self) -> Result<Option<Entry>, TransferError> {
        match self {
            Self::Local(it) => it.next().await,
            Self::Cluster(it) => it.next().await,
        }
    }

    async fn content(&mut self, entry: &Entry) -> Result<Vec<u8>, TransferError> {
        match self {
            Self::Local(it) => it.content(entry).await,
            Self::Cluster(it) => it.content(entry).await,
        }
    }

    async fn remove(&mut self, entries: Vec<Entry>) -> Result<u64, TransferError> {
        match self {
            Self::Local(it) => it.remove(entries).await,
            Self::Cluster(it) => it.remove(entries).await,
        }
    }

    async fn begin(
        &mut self,
        import: &str,
        needed: &[Entry],
    ) -> Result<Option<u64>, TransferError> {
        match self {
            Self::Local(it) => it.begin(import, needed).await,
            Self::Cluster(it) => it.begin(import, needed).await,
        }
    }

    async fn write(
        &mut self,
        entries: Vec<Moved>,
        replaces: bool,
        position: u64,
    ) -> Result<u64, TransferError> {
        match self {
            Self::Local(it) => it.write(entries, replaces, position).await,
            Self::Cluster(it) => it.write(entries, replaces, position).await,
        }
    }

    async fn finish(&mut self) -> Result<(), TransferError> {
        match self {
            Self::Local(it) => it.finish().await,
            Self::Cluster(it) => it.finish().await,
        }
    }
}

//! The replicas of one version of a service.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::task::JoinSet;

use lumi_graph::environment_variables::{PLATFORM, PLATFORM_TOKEN};
use lumi_rpc::withhold_variables;

use crate::event::Event;
use crate::grants::{Action, Service, Use};
use crate::telemetry::FunctionOutput;
use crate::token::Token;

use super::catalog::ServicePlace;
use super::definition::{ServiceCaller, ServiceDefinition};
use super::replica::Replica;

/// How a version fares.
#[derive(Clone, Debug, Default)]
pub struct Status {
    pub phase: Phase,
    /// The addresses of healthy replicas by their numbers.
    pub ready: BTreeMap<u16, SocketAddr>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    #[default]
    Starting,
    /// All replicas were healthy at the same time.
    Ready,
    /// The reason, and the last lines of the process. Further starts may still succeed.
    Failed(String),
}

/// A version of a service.
pub struct Deployment {
    pub id: String,
    pub definition: ServiceDefinition,
    pub place: Arc<ServicePlace>,
    pub output: Arc<FunctionOutput>,
    status: watch::Sender<Status>,
    stopping: watch::Sender<bool>,
    caller: Arc<ServiceCaller>,
}

impl Deployment {
    pub fn set_ready(&self, replica: u16, address: SocketAddr) {
        let all = usize::from(self.definition.replicas);
        self.status.send_modify(|it| {
            it.ready.insert(replica, address);
            if it.ready.len() == all {
                it.phase = Phase::Ready;
            }
        });
    }

    pub fn set_unready(&self, replica: u16) {
        self.status
            .send_if_modified(|it| it.ready.remove(&replica).is_some());
    }

    /// Has no effect on a version that was ready.
    pub fn fail(&self, reason: String) {
        self.status.send_if_modified(|it| {
            let is_starting = it.phase != Phase::Ready;
            if is_starting {
                it.phase = Phase::Failed(reason);
            }
            is_starting
        });
    }

    /// Completes when the version is to stop.
    pub async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender lives as long as `self`.
        let _ = stopping.wait_for(|it| *it).await;
    }

    /// Reports a change of a replica; `what` is the end of a sentence.
    pub fn report(&self, replica: u16, what: &str) {
        let which = match self.definition.replicas {
            1 => String::new(),
            _ => format!("replica {} ", replica + 1),
        };
        (self.place.events)(Event::Service {
            name: self.definition.name.clone(),
            state: format!("{which}{what}"),
        });
    }

    /// The command of a process, which listens on the port unless it is a daemon.
    pub fn command(&self, port: u16) -> Command {
        let ServiceDefinition {
            command: line,
            directory,
            env,
            ..
        } = &self.definition;
        let (program, arguments) = line.split_first().expect("BUG: a command has a program");
        let mut command = Command::new(program);
        withhold_variables(&mut command);
        command
            .args(arguments)
            .current_dir(self.place.folder.join(directory))
            .envs(self.urls())
            .envs(env)
            .env(PLATFORM, &self.place.url)
            .env(PLATFORM_TOKEN, self.caller.token.text());
        if !self.definition.is_daemon {
            command.env("PORT", port.to_string());
        }
        command
    }

    /// The URLs of the services that this one uses, as variables such as `LUMI_OTHER_URL`.
    fn urls(&self) -> Vec<(String, String)> {
        let names = self.definition.permissions.names(Service::Services);
        let allowed = names.filter(|name| {
            self.definition.permissions.allow(Use {
                service: Service::Services,
                name,
                action: Action::Fetch,
            })
        });
        allowed
            .map(|name| {
                let variable = name.to_ascii_uppercase().replace('-', "_");
                let path = self.place.url_signer.service_path(name);
                let url = format!("{}{path}", self.place.url);
                (format!("LUMI_{variable}_URL"), url)
            })
            .collect()
    }
}

/// A version whose replicas run, or try to.
pub struct RunningDeployment {
    deployment: Arc<Deployment>,
    status: watch::Receiver<Status>,
    replicas: JoinSet<()>,
}

impl RunningDeployment {
    /// Starts the replicas.
    pub fn start(
        place: Arc<ServicePlace>,
        id: String,
        definition: ServiceDefinition,
    ) -> std::io::Result<Self> {
        let caller = Arc::new(ServiceCaller {
            name: definition.name.clone(),
            token: Token::random()?,
            permissions: definition.permissions.clone(),
        });
        place.callers.admit_service(&caller);
        let output = FunctionOutput {
            function: definition.name.clone(),
            telemetry: place.telemetry.clone(),
            events: Arc::clone(&place.events),
            mask: (place.mask_of)(definition.secret_values()),
        };
        let (status, seen) = watch::channel(Status::default());
        let deployment = Arc::new(Deployment {
            id,
            place,
            output: Arc::new(output),
            status,
            stopping: watch::Sender::new(false),
            caller,
            definition,
        });
        let mut replicas = JoinSet::new();
        for index in 0..deployment.definition.replicas {
            let deployment = Arc::clone(&deployment);
            replicas.spawn(Replica { index, deployment }.run());
        }
        Ok(Self {
            deployment,
            status: seen,
            replicas,
        })
    }

    pub fn id(&self) -> &str {
        &self.deployment.id
    }

    pub fn status(&mut self) -> Status {
        self.status.borrow_and_update().clone()
    }

    /// Completes when the status has changed.
    pub async fn changed(&mut self) {
        if self.status.changed().await.is_err() {
            std::future::pending().await
        }
    }

    /// Stops all processes.
    pub async fn stop(self) {
        self.deployment.stopping.send_replace(true);
        self.replicas.join_all().await;
    }
}

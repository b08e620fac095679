//! The evaluation of a program in another process.

use std::pin::Pin;
use std::sync::Arc;

use lumi_hcl::run::HclProgram;
use lumi_host::{EventSink, Program};
use lumi_monitor::{PlanMonitor, ResourceMonitor, RunFacts};
use lumi_pulumi::{PulumiFacts, PulumiMonitorServer};
use lumi_rpc::lumirpc as wire;

use crate::evaluation::Evaluation;
use crate::flags::ProgramFlags;
use crate::language::{
    EmbeddedProgram, HclRun, NodeProgram, NodeRuntime, ProgramRuntime, ProviderProcess,
    RemoteProgram, RemoteRun, RuntimeCommand, SdkRun, SdkRuntime, permissions,
};
use crate::program_end::ProgramEnd;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// The kind of process that runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecutionMode {
    /// Lumi's own process, unless the program is of another language.
    InProcess,
    Remote,
    /// A process of node, with the SDK of Pulumi.
    Pulumi,
}

fn embedded(
    run: SdkRun,
    monitor: PulumiMonitorServer,
    events: EventSink,
    program: Program,
) -> EmbeddedProgram {
    EmbeddedProgram {
        run,
        monitor,
        events,
        program,
    }
}

impl Evaluation {
    /// Selects a separate process for the program, if requested.
    pub fn place(&mut self, place: ExecutionMode) -> Result<(), Failure> {
        if self.project.pack.is_some() && place != ExecutionMode::InProcess {
            let report = Report::error("the program of a package cannot run in another process");
            let help = "run it without `lumi engine`";
            return Err(Failure::new(Exit::Usage, report.help(help)));
        }
        match place {
            ExecutionMode::Remote if self.program_runtime.is_none() => {
                self.program_runtime = Some(ProgramRuntime::Lumi(RuntimeCommand::own()?));
            }
            ExecutionMode::Pulumi
                if !matches!(self.program_runtime, Some(ProgramRuntime::Node(_))) =>
            {
                let runtime = NodeRuntime::find(&self.project)?;
                self.program_runtime = Some(ProgramRuntime::Node(runtime));
            }
            _ => {}
        }
        Ok(())
    }

    /// The program as a separate process, for any monitor; `None` if it runs in this process.
    /// `has_provider_code` says that the state contains code of providers.
    pub fn remote(
        &self,
        flags: &ProgramFlags,
        monitor: Arc<dyn ResourceMonitor>,
        events: EventSink,
        dry_run: bool,
        has_provider_code: bool,
    ) -> Option<RemoteRun> {
        let program_runtime = self.program_runtime.clone()?;
        if !matches!(program_runtime, ProgramRuntime::Pulumi(_)) {
            lumi_host::release();
        }
        let (provider, provider_process) = ProviderProcess::new();
        let mut pulumi = None;
        let run: Pin<Box<dyn Future<Output = ProgramEnd> + Send>> = match program_runtime {
            ProgramRuntime::Lumi(runtime) => {
                let program = RemoteProgram {
                    request: wire::RunRequest {
                        has_provider_code,
                        ..self.run_request(flags, dry_run)
                    },
                    facts: self.run_facts(dry_run),
                    runtime,
                    monitor,
                    events,
                    stop: self.stop.clone(),
                    limit: flags.sandbox.limits().timeout,
                    provider,
                    provider_process: provider_process.clone(),
                };
                Box::pin(program.run())
            }
            ProgramRuntime::Hcl => Box::pin(self.hcl_run(flags, monitor, events, dry_run).run()),
            ProgramRuntime::Pulumi(sdk) => {
                let server = self.pulumi_monitor(&monitor, dry_run);
                pulumi = Some(server.clone());
                let mut program = self.program(flags, monitor, Arc::clone(&events), dry_run);
                program.permissions = permissions(program.permissions);
                let run = self.sdk_run(sdk, dry_run);
                Box::pin(embedded(run, server, events, program).run())
            }
            ProgramRuntime::Node(runtime) => {
                let server = self.pulumi_monitor(&monitor, dry_run);
                pulumi = Some(server.clone());
                let program = self.node_program(runtime, flags, server, events, dry_run);
                Box::pin(program.run())
            }
        };
        Some(RemoteRun {
            stop: self.stop.clone(),
            provider_process,
            pulumi,
            run,
        })
    }

    /// A configuration in HCL, for an evaluation that sets a monitor of its own: this one only plans.
    pub fn hcl_program(&self, flags: &ProgramFlags) -> Result<HclProgram, Failure> {
        let monitor = Arc::new(PlanMonitor::default());
        let run = self.hcl_run(flags, monitor, Arc::new(|_| {}), true);
        Ok(run.program()?)
    }

    fn hcl_run(
        &self,
        flags: &ProgramFlags,
        monitor: Arc<dyn ResourceMonitor>,
        events: EventSink,
        dry_run: bool,
    ) -> HclRun {
        HclRun {
            settings: self.project.settings.clone(),
            entry: self.project.entry.clone(),
            stack: self.stack.clone(),
            current: self.current.clone(),
            config: self.config.clone(),
            variables: flags.variables.below(&self.current),
            is_plan: dry_run,
            accepts_plugins: flags.sandbox.permissions.accepts_plugins(),
            monitor,
            events,
            stop: self.stop.clone(),
            limit: flags.sandbox.limits().timeout,
        }
    }

    fn run_facts(&self, dry_run: bool) -> RunFacts {
        RunFacts {
            project: self.project.settings.name.clone(),
            stack: self.stack.clone(),
            dry_run,
            keeps_secrets: false,
        }
    }

    fn pulumi_monitor(
        &self,
        monitor: &Arc<dyn ResourceMonitor>,
        dry_run: bool,
    ) -> PulumiMonitorServer {
        PulumiMonitorServer::new(Arc::clone(monitor), self.pulumi_facts(dry_run))
    }

    fn sdk_run(&self, sdk: SdkRuntime, dry_run: bool) -> SdkRun {
        SdkRun {
            script: sdk.script,
            settings: sdk.settings,
            entry: self.project.entry.clone(),
            arguments: self.arguments.clone(),
            facts: self.pulumi_facts(dry_run),
        }
    }

    fn node_program(
        &self,
        runtime: NodeRuntime,
        flags: &ProgramFlags,
        monitor: PulumiMonitorServer,
        events: EventSink,
        dry_run: bool,
    ) -> NodeProgram {
        let limits = flags.sandbox.limits();
        NodeProgram {
            node: runtime.node,
            run: self.sdk_run(runtime.sdk, dry_run),
            monitor,
            events,
            stop: self.stop.clone(),
            timeout: limits.timeout,
            heap: limits.heap,
            verbose: self.started.is_some(),
        }
    }

    fn run_request(&self, flags: &ProgramFlags, dry_run: bool) -> wire::RunRequest {
        let settings = &self.project.settings;
        let config = self.config.iter().map(|(key, it)| wire::ConfigEntry {
            key: key.clone(),
            value: it.value.clone(),
            secret: it.secret,
        });
        wire::RunRequest {
            project_folder: settings.folder.display().to_string(),
            working_directory: self.current.display().to_string(),
            program: self.project.entry.display().to_string(),
            arguments: self.arguments.clone(),
            project: settings.name.clone(),
            stack: self.stack.clone(),
            dry_run,
            config: config.collect(),
            monitor_address: String::new(),
            flags: flags.sandbox.passed_on(),
            color: self.color,
            verbose: self.started.is_some(),
            has_provider_code: false,
        }
    }

    /// Facts about the run for programs and components that use Pulumi's SDK.
    pub fn pulumi_facts(&self, dry_run: bool) -> PulumiFacts {
        let settings = &self.project.settings;
        let config = self.config.iter();
        let secret = self.config.iter().filter(|(_, it)| it.secret);
        PulumiFacts {
            project: settings.name.clone(),
            stack: self.stack.clone(),
            dry_run,
            config: config
                .map(|(key, it)| (key.clone(), it.value.clone()))
                .collect(),
            secret_keys: secret.map(|(key, _)| key.clone()).collect(),
            folder: settings.folder.clone(),
        }
    }
}

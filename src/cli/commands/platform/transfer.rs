//! `lumi platform export` and `import`: what queues, stores and buckets hold, into a file and out of it.

use std::path::{Path, PathBuf};

use clap::Args;

use lumi_platform::transfer::{
    ArchiveReader, Outcome, Progress, TransferError, begin_archive, begun_archive, export, import,
    remove_exported,
};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::{Report, escaped};

use crate::commands::telemetry::no_platform;
use crate::runtime::on_threads;

use super::archive_keys::{open_key, sealed_key};
use super::transfer_progress::{ShownProgress, numbers};
use super::transfer_target::{Place, TargetFlags};

/// Write what queues, stores and buckets hold into a file
///
/// The platform must not run meanwhile. An export that was interrupted goes on when it is repeated. The file is encrypted if the
/// stack has secrets, with the key of the stack.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi platform export before-moving.data
  lumi platform export before-moving.data --remove   move it, instead of copying it")]
pub struct ExportArgs {
    /// The file, which must not exist
    pub file: PathBuf,
    /// Remove from the platform what is in the file, when the file is complete; the file may exist then
    #[arg(long)]
    pub remove: bool,
    #[command(flatten)]
    pub target: TargetFlags,
}

/// Read a file of `lumi platform export` into queues, stores and buckets
///
/// The platform must not run meanwhile. An import that was interrupted goes on when it is repeated, and nothing comes twice.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lumi platform import before-moving.data --stack prod")]
pub struct ImportArgs {
    /// The file
    pub file: PathBuf,
    /// Replace values and objects that the platform has
    #[arg(long)]
    pub replace: bool,
    #[command(flatten)]
    pub target: TargetFlags,
}

pub fn run_export(args: &ExportArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let path = current.join(&args.file);
    let place = Place::find(&args.target, current, terminal)?;
    if !(args.remove && path.exists()) {
        write_file(args, &path, current, &place, terminal)?;
    }
    if args.remove {
        let header = ArchiveReader::open(&path).map_err(failure)?.header;
        let key = open_key(&header, &path, current)?;
        let removing = async {
            let mut target = place.open().await?;
            remove_exported(&mut target, &path, key).await
        };
        let removed = on_threads(async { removing.await.map_err(failure) })?;
        terminal.print_line(&format!("removed {removed} of them from the platform"));
    }
    Ok(Exit::Success)
}

fn write_file(
    args: &ExportArgs,
    path: &Path,
    current: &Path,
    place: &Place,
    terminal: Terminal,
) -> Result<(), Failure> {
    let shown = ShownProgress::start("exported", terminal);
    let mut is_sealed = false;
    let exporting = async {
        // A target that cannot be used leaves no file.
        let mut target = place.open().await.map_err(failure)?;
        let header = match begun_archive(path).map_err(failure)? {
            Some(header) => header,
            None => {
                let sealed = sealed_key(&args.target.platform, current)?;
                begin_archive(path, sealed).map_err(failure)?
            }
        };
        is_sealed = header.sealed.is_some();
        let key = open_key(&header, path, current)?;
        let exported = export(&mut target, path, key, &mut |it| shown.set(it)).await;
        exported.map_err(failure)
    };
    let progress = on_threads(exporting)?;
    drop(shown);
    let name = escaped(&args.file.display().to_string());
    terminal.print_line(&format!("exported {} to {name}", numbers(&progress)));
    note_continued(&progress, terminal);
    if place.is_cluster() {
        let note = "it has no objects of buckets: copy those by a tool of S3";
        terminal.report(&Report::note(note));
    }
    if !is_sealed {
        let note = format!("{name} is not encrypted: the stack has no secrets, and so no key");
        terminal.report(&Report::note(note));
    }
    Ok(())
}

pub fn run_import(args: &ImportArgs, current: &Path, terminal: Terminal) -> Result<Exit, Failure> {
    let path = current.join(&args.file);
    let place = Place::find(&args.target, current, terminal)?;
    let header = ArchiveReader::open(&path).map_err(failure)?.header;
    let key = open_key(&header, &path, current)?;
    let shown = ShownProgress::start("imported", terminal);
    let importing = async {
        let mut target = place.open().await?;
        import(&mut target, &path, key, args.replace, &mut |it| {
            shown.set(it)
        })
        .await
    };
    let outcome = on_threads(async { importing.await.map_err(failure) })?;
    drop(shown);
    match outcome {
        Outcome::AlreadyImported => {
            terminal.print_line("nothing to do: the platform has had all of this file");
        }
        Outcome::Imported { progress, kept } => {
            terminal.print_line(&format!("imported {}", numbers(&progress)));
            note_continued(&progress, terminal);
            note_kept(kept, terminal);
        }
    }
    Ok(Exit::Success)
}

fn note_continued(progress: &Progress, terminal: Terminal) {
    if progress.continued > 0 {
        let count = progress.continued;
        let note = format!("an earlier run, which was interrupted, had moved {count} of them");
        terminal.report(&Report::note(note));
    }
}

fn note_kept(kept: u64, terminal: Terminal) {
    if kept > 0 {
        let note = format!(
            "{kept} of them stayed as the platform had them; --replace replaces values and objects"
        );
        terminal.report(&Report::note(note));
    }
}

/// The failure with what to do next.
pub fn failure(error: TransferError) -> Failure {
    if let TransferError::NoPlatform(folder) = &error {
        return no_platform(folder);
    }
    let report = Report::error(escaped(&error.to_string()));
    let report = match &error {
        TransferError::Running(_) => report.help("stop it, and repeat the command"),
        TransferError::Exists(_) => report.help(
            "name another file, or pass --remove to remove from the platform what is in this one",
        ),
        TransferError::Foreign(_) | TransferError::Damaged { .. } => {
            report.help("take a file that `lumi platform export` has written to its end")
        }
        TransferError::WrongKey(_) => {
            report.help("it was altered, or is encrypted with a key that the stack no longer has")
        }
        TransferError::Taken(_) => report.help(
            "stop them first, such as by `kubectl scale deployment --all --replicas=0` in the namespace of the stack",
        ),
        TransferError::NotDeployed(_) => report.help("deploy the stack first"),
        TransferError::NoBuckets(_) => {
            report.help("copy the objects by a tool of S3, and export without the bucket")
        }
        _ => report,
    };
    Failure::new(Exit::Failure, report)
}

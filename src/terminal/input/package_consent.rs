//! The question about packages that are new to a project.

use lumi_packages::Platform;
use lumi_packages::install::{FoundPackage, PackagePlace};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::consent;
use crate::input::consent::no_terminal;
use crate::output::downloads::ShownDownloads;
use crate::output::terminal::{Terminal, write_error};
use crate::ui::report::{Report, escaped};
use lumi_project::packages::{Downloads, PackageChoice, PackageQuestion, PackageUser, place_text};
use lumi_project::reports::Reporter;

const TITLE: &str = "A provider is a program that runs with your permissions, outside the sandbox. Lumi.lock records your consent.";

/// The user of a command that changes packages.
#[derive(Clone, Copy)]
pub struct PackageConsent {
    pub terminal: Terminal,
    /// Agreed beforehand.
    pub yes: bool,
}

impl Reporter for PackageConsent {
    fn report(&self, report: &Report) {
        self.terminal.report(report);
    }
}

impl PackageUser for PackageConsent {
    type Refusal = Failure;

    fn agree(&self, packages: &[PackageQuestion<'_>], platform: &Platform) -> Result<(), Failure> {
        ask(packages, platform, self.yes, self.terminal)
    }

    fn downloads(&self) -> Box<dyn Downloads> {
        Box::new(ShownDownloads::start(self.terminal))
    }
}

/// Asks about packages, with the reason for each. Without a terminal, `yes` is needed.
pub fn ask(
    packages: &[PackageQuestion<'_>],
    platform: &Platform,
    yes: bool,
    terminal: Terminal,
) -> Result<(), Failure> {
    if packages.is_empty() {
        return Ok(());
    }
    let shown: Vec<String> = packages
        .iter()
        .flat_map(|(choice, found, reason)| lines(choice, found, reason, platform))
        .map(|it| escaped(&it))
        .collect();
    if !yes && !terminal.can_ask {
        let mut report = no_terminal();
        report.details = shown;
        return Err(Failure::new(Exit::Usage, report));
    }
    let list: String = shown.iter().map(|it| format!("  {it}\n")).collect();
    if yes {
        terminal.print_line(list.trim_end());
        return Ok(());
    }
    write_error(&format!("{TITLE}\n{list}"));
    consent::require("Install?", || details(packages), terminal)
}

fn lines(
    choice: &PackageChoice,
    found: &FoundPackage,
    reason: &str,
    platform: &Platform,
) -> Vec<String> {
    let PackageChoice {
        wanted, version, ..
    } = choice;
    let range = match wanted.range.is_any() {
        true => String::new(),
        false => format!(", of `{}`", wanted.range),
    };
    let mut lines = vec![
        format!("{}: {reason}", wanted.name),
        format!("  source     {}", wanted.source),
        format!("  version    {version}{range}, for {platform}"),
        format!("  from       {}", place_text(found.place())),
    ];
    match found.signed_by() {
        Some(key) => lines.push(format!("  signed by  the key {key}")),
        // Mirrors have no signatures.
        None if matches!(found.place(), PackagePlace::Registry(_)) => {
            lines.push("  signed by  no key".to_owned());
        }
        None => {}
    }
    lines
}

/// Further facts that are known before the download.
fn details(packages: &[PackageQuestion<'_>]) -> String {
    let detail = |(choice, found, _): &PackageQuestion<'_>| {
        let hashes: Vec<String> = found
            .expected_hashes()
            .iter()
            .map(ToString::to_string)
            .collect();
        let hashes = match hashes.is_empty() {
            true => "its hash cannot be checked before the download".to_owned(),
            false => format!("it must have the hash {}", hashes.join(" or ")),
        };
        format!("  {}: {hashes}\n", choice.wanted.name)
    };
    let details: String = packages.iter().map(detail).collect();
    format!("{details}  A preview starts it, too. docs/providers.md says more.\n")
}

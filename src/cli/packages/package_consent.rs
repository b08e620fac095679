//! The question about packages that are new to a project.

use lumi_packages::Platform;
use lumi_packages::install::{FoundPackage, PackagePlace};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::consent;
use crate::input::consent::no_terminal;
use crate::output::terminal::{Terminal, write_error};
use crate::ui::report::escaped;

use super::package_choice::PackageChoice;

const TITLE: &str = "A provider is a program that runs with your permissions, outside the sandbox. Lumi.lock records your consent.";

/// Asks about packages, with the reason for each. Without a terminal, `yes` is needed.
pub fn ask(
    packages: &[(&PackageChoice, &FoundPackage, &'static str)],
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
fn details(packages: &[(&PackageChoice, &FoundPackage, &'static str)]) -> String {
    let detail = |(choice, found, _): &(&PackageChoice, &FoundPackage, &str)| {
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

/// The source of a package, for users.
pub fn place_text(place: PackagePlace<'_>) -> String {
    match place {
        PackagePlace::Store => "this machine, where it is installed already".to_owned(),
        PackagePlace::Folder(path) => path.display().to_string(),
        PackagePlace::Mirror(url) => url.to_string(),
        PackagePlace::Registry(host) => host.to_owned(),
        PackagePlace::Release(url) => url.to_string(),
    }
}

//! Members of packages by a part of their names.

use lumi_graph::PackageInterfaces;

use super::subject::{all_names, named_members};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// A line for each member whose name or token has all words: `random.Id  std:random:Id`. Letters' case, and the
/// separators of words in names, do not matter.
///
/// # Errors
///
/// Words without letters and digits, and a package that cannot be described.
pub fn lines(packages: &dyn PackageInterfaces, words: &[String]) -> Result<Vec<String>, Failure> {
    let words: Vec<String> = words
        .iter()
        .flat_map(|it| it.split_whitespace())
        .map(folded)
        .filter(|it| !it.is_empty())
        .collect();
    if words.is_empty() {
        let report = Report::error("a search needs a part of a name, such as `lumi search queue`");
        return Err(Failure::new(Exit::Usage, report));
    }
    let mut lines = Vec::new();
    for name in all_names(packages) {
        let Some(package) = packages.open(&name) else {
            continue;
        };
        let package = package.map_err(|error| Failure::error(error.0))?;
        for (path, member) in named_members(package.members()) {
            let searched = folded(&format!("{path} {}", member.token));
            if words.iter().all(|it| searched.contains(it.as_str())) {
                lines.push((format!("{name}.{path}"), member.token.clone()));
            }
        }
    }
    let width = lines.iter().map(|(path, _)| path.chars().count()).max();
    let width = width.unwrap_or_default();
    let lines = lines.into_iter();
    Ok(lines
        .map(|(path, token)| format!("{path:width$}  {token}"))
        .collect())
}

/// A text without case and separators: `private_key` and `PrivateKey` are equal.
fn folded(text: &str) -> String {
    let parts = text.chars().filter(|it| it.is_alphanumeric());
    parts.flat_map(char::to_lowercase).collect()
}

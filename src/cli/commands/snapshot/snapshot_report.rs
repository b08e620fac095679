//! Knowledge and guesses of a snapshot, as text and as JSON.

use lumi_graph::{Secrets, Urn};
use lumi_inference::InferredDependency;
use serde_json::{Value, json};

use crate::commands::deploy::StackSnapshot;
use lumi_terminal::ui::report::escaped;
use lumi_terminal::ui::wording::{counted, resource_label};

/// The most guesses, or objects, that are listed for people.
const MOST: usize = 20;

/// Lines for people.
pub fn lines(snapshot: &StackSnapshot) -> Vec<String> {
    let mut lines = vec![format!(
        "known: {} of the stack{}",
        counted(snapshot.known, "resource"),
        match snapshot.recovered {
            0 => String::new(),
            count => format!(", {count} of which were listed, too"),
        }
    )];
    if !snapshot.listed.is_empty() {
        let listed = counted(snapshot.listed.len(), "resource");
        lines.push(format!("listed: {listed} that the stack does not manage"));
    }
    if !snapshot.tagged.is_empty() {
        lines.push(
            "resources of the stack that its state does not have, as their tags say:".to_owned(),
        );
        let tagged = snapshot.tagged.iter().map(resource_label);
        lines.extend(cut(tagged.collect()));
    }
    if !snapshot.guesses.is_empty() {
        lines.push("guessed, from values:".to_owned());
        let guesses: Vec<String> = snapshot.guesses.iter().map(guess).collect();
        lines.extend(cut(guesses));
    }
    if !snapshot.unreadable.is_empty() {
        lines.push("not read:".to_owned());
        let unreadable = snapshot.unreadable.iter();
        let unreadable =
            unreadable.map(|(urn, why)| format!("{}: {}", resource_label(urn), escaped(why)));
        lines.extend(cut(unreadable.collect()));
    }
    lines
}

fn cut(all: Vec<String>) -> Vec<String> {
    let more = all.len().saturating_sub(MOST);
    let mut lines: Vec<String> = all.into_iter().take(MOST).collect();
    if more > 0 {
        lines.push(format!("and {more} more; --json lists all"));
    }
    lines.into_iter().map(|it| format!("  {it}")).collect()
}

fn guess(guess: &InferredDependency) -> String {
    format!(
        "{} of {} is {}{}, {}%: {}",
        escaped(&guess.property.to_string()),
        resource_label(&guess.from),
        resource_label(&guess.to),
        escaped(&guess.output),
        guess.score,
        guess.reason.explanation()
    )
}

/// The graph, what is known, and what is guessed.
pub fn document(snapshot: &StackSnapshot, secrets: Secrets<'_>) -> Value {
    let graph = serde_json::to_value(snapshot.graph.serializable(secrets)).unwrap_or_default();
    let listed = snapshot.listed.iter().map(Urn::as_str);
    let guesses = snapshot.guesses.iter().map(|it| {
        json!({
            "from": it.from.as_str(), "property": it.property.to_string(), "to": it.to.as_str(),
            "output": it.output, "score": it.score, "reason": it.reason.as_str(),
        })
    });
    let tagged = snapshot.tagged.iter().map(Urn::as_str);
    let unreadable = snapshot.unreadable.iter();
    let unreadable = unreadable.map(|(urn, why)| json!({ "urn": urn.as_str(), "reason": why }));
    json!({
        "graph": graph,
        "known": snapshot.known,
        "recovered": snapshot.recovered,
        "listed": listed.collect::<Vec<_>>(),
        "tagged": tagged.collect::<Vec<_>>(),
        "guesses": guesses.collect::<Vec<_>>(),
        "unreadable": unreadable.collect::<Vec<_>>(),
    })
}

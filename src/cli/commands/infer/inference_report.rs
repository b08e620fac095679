//! The report of an inferred program: its knowledge, its guesses and its losses.

use lumi_graph::Urn;
use lumi_inference::{InferredProgram, Note, NoteKind};
use serde_json::{Value, json};

use lumi_terminal::ui::report::escaped;

/// The most places that are listed for one remark.
const MOST_PLACES: usize = 10;

/// The program, its notes and the keys of its configuration. No values: they may be secrets.
pub fn json(program: &InferredProgram) -> Value {
    let notes = program.notes.iter().map(|note| {
        json!({
            "kind": note.kind.as_str(), "urn": note.urn.as_ref().map(Urn::as_str),
            "place": note.place, "message": note.message,
        })
    });
    let configuration = program
        .configured
        .iter()
        .map(|it| json!({ "key": it.key, "secret": it.is_secret, "isKnown": it.value.is_some() }));
    json!({
        "program": program.text,
        "notes": notes.collect::<Vec<_>>(),
        "configuration": configuration.collect::<Vec<_>>(),
    })
}

/// Lines for people: each remark with its places, then the configuration that is to be set. `set` are the keys that
/// are set already.
pub fn lines(program: &InferredProgram, set: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut remarks: Vec<(NoteKind, &str, Vec<&Note>)> = Vec::new();
    for note in &program.notes {
        let same = remarks
            .iter_mut()
            .find(|(kind, message, _)| *kind == note.kind && *message == note.message);
        match same {
            Some((_, _, notes)) => notes.push(note),
            None => remarks.push((note.kind, &note.message, vec![note])),
        }
    }
    remarks.sort_by_key(|(kind, _, _)| *kind);
    for (kind, message, notes) in remarks {
        lines.push(format!("{}: {message}:", heading(kind)));
        for note in notes.iter().take(MOST_PLACES) {
            lines.push(format!("  {}", place(note)));
        }
        if let Some(more) = notes.len().checked_sub(MOST_PLACES).filter(|it| *it > 0) {
            lines.push(format!("  and {more} more; --json lists all"));
        }
    }
    let missing = program.configured.iter();
    let missing: Vec<_> = missing.filter(|it| !set.contains(&it.key)).collect();
    if !missing.is_empty() {
        lines.push(
            "The program takes these from the configuration; set them before it runs:".to_owned(),
        );
    }
    for it in missing {
        let flag = if it.is_secret { "--secret " } else { "" };
        lines.push(format!("  lumi config set {flag}{}", it.key));
    }
    lines
}

fn heading(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Guessed => "guessed",
        NoteKind::Configured => "not known",
        NoteKind::Lost => "lost",
    }
}

fn place(note: &Note) -> String {
    let place = escaped(&note.place);
    match &note.urn {
        Some(urn) => format!(
            "{place} of {} \"{}\"",
            urn.resource_type(),
            escaped(urn.name())
        ),
        None => format!("the output {place}"),
    }
}

//! Events of drift as text and as JSON.

use std::fmt::Write as _;

use lumi_graph::Urn;
use lumi_state::{DriftEntry, DriftEvent};
use serde_json::{Value as Json, json};

use lumi_terminal::ui::report::escaped;
use lumi_terminal::ui::wording::{counted, resource_label};

/// The longest text of a value, in characters.
const LONGEST: usize = 60;

/// An entry as a line: `3  2026-11-29 10:00:00 UTC  drifted  2 resources`.
pub fn drift_headline(entry: &DriftEntry) -> String {
    let at = entry.at.format("%Y-%m-%d %H:%M:%S UTC");
    let mut line = format!("{}  {at}  {}", entry.number, words(entry.event));
    if !entry.drift.is_empty() {
        let _ = write!(line, "  {}", counted(resources_of(entry), "resource"));
    }
    line
}

/// A line for each difference, and the lines of a failure.
pub fn drift_lines(entry: &DriftEntry) -> Vec<String> {
    let mut lines: Vec<String> = entry.drift.iter().map(difference).collect();
    if entry.omitted > 0 {
        lines.push(format!("… {} more", counted(entry.omitted, "difference")));
    }
    let error = entry.error.as_deref().unwrap_or_default().lines();
    lines.extend(error.map(|it| escaped(it).to_string()));
    lines
}

pub fn drift_json(entry: &DriftEntry) -> Json {
    json!({
        "number": entry.number, "event": entry.event.as_str(), "at": entry.at, "milliseconds": entry.duration,
        "drift": entry.drift, "omitted": entry.omitted, "error": entry.error, "version": entry.version,
    })
}

/// The event in words.
pub fn words(event: DriftEvent) -> &'static str {
    match event {
        DriftEvent::Drifted => "drift",
        DriftEvent::Resolved => "no drift any more",
        DriftEvent::SetBack => "set back",
        DriftEvent::Failed => "failed",
        DriftEvent::Recovered => "no drift after a failure",
    }
}

/// The number of resources of an event.
pub fn resources_of(entry: &DriftEntry) -> usize {
    match entry.resources {
        0 => resources(&entry.drift),
        all => all,
    }
}

/// The number of resources that differ.
pub fn resources(drift: &[Json]) -> usize {
    let mut urns: Vec<&str> = drift.iter().filter_map(|it| it["urn"].as_str()).collect();
    urns.sort_unstable();
    urns.dedup();
    urns.len()
}

fn difference(drift: &Json) -> String {
    let urn = drift["urn"].as_str().unwrap_or_default();
    let label = match Urn::parse(urn) {
        Ok(urn) => resource_label(&urn),
        Err(_) => escaped(urn).to_string(),
    };
    let rest = match drift["isUnfinished"] == true {
        true => ", whose set-back has not ended",
        false => "",
    };
    match drift["path"].as_str() {
        Some(path) => {
            let (old, new) = (value(&drift["recorded"]), value(&drift["world"]));
            format!("{label} {}: {old} -> {new}{rest}", escaped(path))
        }
        None => format!("{label}: the object is gone{rest}"),
    }
}

/// A value as short JSON.
fn value(value: &Json) -> String {
    if value.is_null() {
        return "(none)".to_owned();
    }
    if value["$lumi"] == "secret" {
        return lumi_graph::SECRET_MASK.to_owned();
    }
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", escaped(&text[..end])),
        None => escaped(&text).to_string(),
    }
}

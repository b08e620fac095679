//! Old and new values of each step.

use lumi_comparison::SetProperties;
use lumi_engine::{StepInfo, StepKind};
use lumi_graph::{EscapedText, Object, PropertyPath};

use super::super::palette::{self, paint};
use super::super::tree::Style;
use super::model::{Model, Status, is_gone};
use super::problem::resource;
use super::step_style::StepStyle;
use super::value_difference::{Comparison, ValueDifference};
use super::value_difference_lines::ValueDifferenceLines;

/// A block for each changed resource, in the order of the program; empty if there is none.
pub fn diff_view(model: &Model, style: Style, sets: &dyn SetProperties) -> String {
    let steps = model.step_states().map(|it| {
        let is_look = matches!(it.info.kind, StepKind::Refresh | StepKind::Read);
        let is_failed = matches!(it.status, Status::Failed { .. });
        (&it.info, is_look && is_failed)
    });
    blocks(steps, style, sets)
}

/// A block for each step, in order.
pub fn steps_diff<'a>(
    steps: impl IntoIterator<Item = &'a StepInfo>,
    style: Style,
    sets: &dyn SetProperties,
) -> String {
    blocks(steps.into_iter().map(|it| (it, false)), style, sets)
}

/// A block for each step; `true` stands beside a look at an object that could not be read, of which
/// nothing new is known.
fn blocks<'a>(
    steps: impl Iterator<Item = (&'a StepInfo, bool)>,
    style: Style,
    sets: &dyn SetProperties,
) -> String {
    let mut out = String::new();
    let mut steps = steps.peekable();
    while let Some((step, is_unread)) = steps.next() {
        if !out.is_empty() {
            out.push('\n');
        }
        if is_unread {
            write_head(&mut out, step, "could not be read:", style);
            continue;
        }
        // Both halves of a replacement form one block; the creating half has the new values.
        let second = steps.next_if(|(it, _)| is_replacement(step) && is_other_half(step, it));
        match second {
            Some((create, _)) if create.kind == StepKind::CreateReplacement => {
                write_step(
                    &mut out,
                    create,
                    "replace (the old one is deleted first)",
                    style,
                    sets,
                );
            }
            _ => write_step(&mut out, step, task(step), style, sets),
        }
    }
    out
}

fn is_other_half(step: &StepInfo, next: &StepInfo) -> bool {
    // The old object of a moved resource has its former URN.
    let is_same = next.urn == step.urn || (step.id.is_some() && next.id == step.id);
    is_same && next.kind != step.kind && is_replacement(next)
}

fn is_replacement(step: &StepInfo) -> bool {
    let kinds = [StepKind::CreateReplacement, StepKind::DeleteReplaced];
    kinds.contains(&step.kind)
}

fn task(step: &StepInfo) -> &'static str {
    match step.kind {
        _ if is_gone(step) => "gone:",
        StepKind::Refresh => "drifted:",
        kind => StepStyle::of(kind).task,
    }
}

fn write_step(
    out: &mut String,
    step: &StepInfo,
    task: &str,
    style: Style,
    sets: &dyn SetProperties,
) {
    write_head(out, step, task, style);
    let is_set = |path: &PropertyPath| sets.is_set(step.urn.resource_type(), path);
    let mut text = ValueDifferenceLines::new(out, style);
    text.is_set = &is_set;
    let forcing = step.changes.iter().filter(|it| it.replaces);
    text.forcing = forcing.map(|it| it.path.clone()).collect();
    let deltas = match (&step.old, &step.new) {
        (Some(old), Some(new)) => Comparison::new(&is_set).members(old, new),
        _ => Vec::new(),
    };
    match (&step.old, &step.new) {
        (Some(_), Some(_)) => text.members(&deltas, 1),
        (None, Some(new)) => text.whole(new, true, 1),
        (Some(old), None) => text.whole(old, false, 1),
        (None, None) => {}
    }
    // A provider may force a replacement for changes outside the inputs.
    let forcing = std::mem::take(&mut text.forcing);
    for change in &step.changes {
        let path = EscapedText::short(&change.path);
        if forcing.contains(&change.path) {
            text.dimmed(&format!("{path} forces replacement"), 1);
        } else if deltas.is_empty() && !change.replaces {
            text.dimmed(&format!("{path} changes"), 1);
        }
    }
}

/// Writes a heading: `~ update std:fs:File "index"  id index.html  (index.ts:3:11)`.
fn write_head(out: &mut String, step: &StepInfo, task: &str, style: Style) {
    let look = StepStyle::of(step.kind);
    paint(out, look.symbol.style, style.color, look.symbol.text);
    let title = format!(" {task} {}", resource(&step.urn));
    paint(out, palette::HEADING, style.color, &title);
    if let Some(id) = step.id.as_ref().filter(|_| step.kind != StepKind::Create) {
        out.push_str(&format!("  id {}", EscapedText::short(id)));
    }
    if let Some(source) = &step.source {
        let source = format!("  ({})", EscapedText::whole(&source.to_string()));
        paint(out, palette::QUIET, style.color, &source);
    }
    out.push('\n');
    if let Some(reason) = &step.reason {
        ValueDifferenceLines::new(out, style)
            .dimmed(&format!("because: {}", EscapedText::whole(reason)), 1);
    }
}

/// The changes of the stack's outputs, with a heading; empty if there are none.
pub fn outputs_diff(old: &Object, new: &Object, style: Style) -> String {
    let mut out = String::new();
    let deltas = ValueDifference::members(old, new);
    if !deltas.is_empty() {
        paint(&mut out, palette::HEADING, style.color, "Outputs:");
        out.push('\n');
        ValueDifferenceLines::new(&mut out, style).members(&deltas, 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::script::{self, object};
    use super::*;
    use lumi_graph::Secrets;
    use lumi_graph::Value;

    #[test]
    fn shows_old_and_new_values() {
        let text = diff_view(&script::model(&script::preview()), Style::default(), &());
        assert!(!text.contains("hunter"), "{text}");
        insta::assert_snapshot!(text, @r#"
        + create acme:web:Site "site"  (index.ts:3:11)

        + create std:fs:File "index\u{202e}"  (index.ts:6:11)
          + path: "www/index.html"
          + content: [unknown]
          + tags:
            + team: "web"
          + ports: [80, 443]

        ~ update std:fs:File "config"  id www/config  (index.ts:9:11)
          ~ content:
            | … 1 equal line
            |   b
            |   c
            | - d
            | + D
            |   e
            |   f
          ~ mode: 420 -> 384
          ~ token: [secret] -> [secret]  (changed)
          ~ tags:
            ~ size: 3 -> 4
            - old: null
            + "a.b": true
          ~ source: [file asset "a.txt" 01234567] -> [file asset "a.txt" fedcba98]
          ~ folder:
            ~ b: [file asset "b" bbbbbbbb] -> [file asset "b" cccccccc]
          ~ id: "i-1" -> [unknown]

        +- replace std:random:Id "suffix"  id 8f3a  (index.ts:12:11)
          ~ byteLength: 4 -> 8  (forces replacement)
          keepers.zone forces replacement

        ~ update std:exec:Command "setup"  id 1  (index.ts:15:11)
          because: the last update did not finish

        > read std:fs:Directory "shared"  id /srv/shared  (index.ts:18:11)

        = import std:fs:Directory "adopted"  id /srv/adopted  (index.ts:21:11)

        * drifted: std:fs:File "moved"  id www/moved
          ~ sha256: "aa" -> "bb"

        * gone: std:fs:File "gone"  id www/gone
          - sha256: "aa"

        x forget std:fs:Directory "kept"  id /srv/kept

        - delete std:fs:File "old"  id www/old.html
          - path: "www/old.html"
        "#);
    }

    #[test]
    fn an_object_that_cannot_be_read_is_not_gone() {
        let mut model = Model::default();
        for event in script::unread() {
            model.apply(&event, std::time::Duration::ZERO);
        }
        insta::assert_snapshot!(diff_view(&model, Style::default(), &()), @r#"
        > could not be read: std:fs:Directory "shared"  id /srv/shared  (index.ts:18:11)

        * could not be read: std:fs:File "moved"  id www/moved
        "#);
    }

    #[test]
    fn shows_secrets_when_asked() {
        let style = Style {
            secrets: Secrets::Shown,
            ..Style::default()
        };
        let text = diff_view(&script::model(&script::preview()), style, &());
        assert!(
            text.contains(r#"~ token: "hunter1" -> "hunter2""#),
            "{text}"
        );
    }

    #[test]
    fn outputs_that_stay_are_left_out() {
        let old = object([("a", Value::from(1.0)), ("url", Value::from("x"))]);
        let new = object([
            ("a", Value::from(1.0)),
            ("url", Value::Unknown),
            ("password", Value::secret(Value::from("hunter2"))),
        ]);
        insta::assert_snapshot!(outputs_diff(&old, &new, Style::default()), @r#"
        Outputs:
          ~ url: "x" -> [unknown]
          + password: [secret]
        "#);
        assert_eq!(outputs_diff(&old, &old, Style::default()), "");
    }

    fn tagged(json: &str) -> Object {
        let value = Value::from_json(json).unwrap();
        value.as_object().cloned().unwrap_or_default()
    }

    /// Says that the tags of all resources are sets.
    struct Tags;

    impl SetProperties for Tags {
        fn is_set(&self, _: &str, path: &PropertyPath) -> bool {
            path.to_string().ends_with("tags")
        }
    }

    #[test]
    fn elements_of_sets_are_shown_without_positions() {
        let mut events = script::preview();
        for event in &mut events {
            if let lumi_engine::Event::StepEnded { step, .. } = event
                && step.kind == StepKind::Update
            {
                step.old = Some(Arc::new(tagged(
                    r#"{"tags":["b","a"],"rules":[{"tags":[{"k":1}]}]}"#,
                )));
                step.new = Some(Arc::new(tagged(
                    r#"{"tags":["a","c"],"rules":[{"tags":[{"k":2}]}]}"#,
                )));
            }
        }
        let text = diff_view(&script::model(&events), Style::default(), &Tags);
        let shown = text.split("\n\n").find(|it| it.contains("update")).unwrap();
        insta::assert_snapshot!(shown, @r#"
        ~ update std:fs:File "config"  id www/config  (index.ts:9:11)
          ~ tags:
            - "b"
            + "c"
          ~ rules:
            ~ [0]:
              ~ tags:
                - element:
                  - k: 1
                + element:
                  + k: 2
        "#);
    }

    #[test]
    fn huge_values_are_shortened() {
        let deep = |leaf: f64| {
            (0..400).fold(Value::from(leaf), |inner, _| {
                Value::Object(object([("a", inner)]))
            })
        };
        let wide = |from: u32| {
            Value::Array(
                (from..from + 5_000)
                    .map(|n| Value::from(f64::from(n)))
                    .collect(),
            )
        };
        let old = object([("deep", deep(1.0)), ("wide", wide(0))]);
        let new = object([
            ("deep", deep(2.0)),
            ("wide", wide(7)),
            ("added", deep(1.0)),
            ("long", Value::from("x".repeat(100_000))),
        ]);
        let text = outputs_diff(&old, &new, Style::default());
        assert!(text.lines().count() < 150, "{text}");
        assert!(text.len() < 10_000, "{text}");
    }
}

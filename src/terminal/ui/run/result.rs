//! The result of a run for standard output: the data that the user asked for.

use lumi_comparison::SetProperties;
use lumi_graph::Object;

use super::super::outputs;
use super::super::palette::{self, paint};
use super::super::tree::Style;
use super::change_tree::change_tree;
use super::diff_view::{diff_view, outputs_diff};
use super::model::Model;
use super::summary::{End, summary_line};
use super::value_difference::ValueDifference;

#[derive(Clone, Copy, Debug, Default)]
pub struct ResultStyle {
    pub style: Style,
    /// Whether to show old and new values of each resource instead of the tree.
    pub diff: bool,
    pub end: End,
}

/// The plan of a preview with changes of outputs, or the outputs of a run; then the summary line.
pub fn result(
    model: &Model,
    ResultStyle { style, diff, end }: ResultStyle,
    sets: &dyn SetProperties,
) -> String {
    let preview = model.started().is_some_and(|it| it.preview);
    let mut parts = Vec::new();
    if diff {
        parts.push(diff_view(model, style, sets));
    } else if preview {
        parts.push(change_tree(model, true, style));
    }
    if let Some((old, new)) = model.outputs() {
        if preview || diff {
            parts.push(outputs_diff(old, new, style));
        } else if !new.is_empty() {
            let mut out = String::new();
            paint(&mut out, palette::HEADING, style.color, "Outputs:");
            out.push('\n');
            out.push_str(&outputs_text(new, 1, style));
            parts.push(out);
        }
    }
    if let Some(summary) = model.summary() {
        parts.push(summary_line(
            summary,
            changed_outputs(model),
            end,
            style.color,
        ));
    }
    parts.retain(|it| !it.is_empty());
    parts.join("\n")
}

/// The number of outputs of the stack that a run changes.
pub fn changed_outputs(model: &Model) -> usize {
    let outputs = model.outputs();
    outputs.map_or(0, |(old, new)| ValueDifference::members(old, new).len())
}

/// The outputs of a stack, one per line.
pub fn outputs_text(outputs: &Object, level: usize, style: Style) -> String {
    let mut out = String::new();
    outputs::write_members(&mut out, outputs, level, style);
    out
}

#[cfg(test)]
mod tests {
    use super::super::script;
    use super::*;

    #[test]
    fn a_preview_ends_with_its_plan() {
        let text = result(
            &script::model(&script::preview()),
            ResultStyle::default(),
            &(),
        );
        insta::assert_snapshot!(text, @r#"
           Type              Name
        +  acme:web:Site     site
        +  ├─ std:fs:File    index\u{202e}  unknown: content
        ~  └─ std:fs:File    config         changes: content, tags.size
        +- std:random:Id     suffix         forces replacement: byteLength, keepers.zone
        ~  std:exec:Command  setup          the last update did not finish
        >  std:fs:Directory  shared
        =  std:fs:Directory  adopted
        *  std:fs:File       moved          changes: sha256
        *  std:fs:File       gone           gone
        x  std:fs:Directory  kept
        -  std:fs:File       old

        Outputs:
          ~ url: "http://a" -> "http://b"
          + password: [secret]

        Plan: +2 to create, ~2 to update, +-1 to replace, -1 to delete, 1 unchanged
        "#);
    }

    #[test]
    fn a_run_ends_with_its_outputs() {
        let text = result(&script::model(&script::up()), ResultStyle::default(), &());
        insta::assert_snapshot!(text, @r#"
        Outputs:
          url: "http://b"
          password: [secret]

        Failed: +2 created, -1 deleted, 2 failed, 1 skipped, in 3.2 s
        "#);
    }

    #[test]
    fn values_are_shown_when_asked() {
        let style = ResultStyle {
            diff: true,
            ..ResultStyle::default()
        };
        for events in [script::preview(), script::up()] {
            let text = result(&script::model(&events), style, &());
            assert!(text.contains("~ mode: 420 -> 384"), "{text}");
            assert!(
                text.contains(r#"~ url: "http://a" -> "http://b""#),
                "{text}"
            );
        }
    }
}

//! The changes of a run as a tree.

use std::time::Duration;

use super::super::columns;
use super::super::rows;
use super::super::tree::Style;
use super::item_forest::ItemForest;
use super::model::Model;

/// A row for each changed resource below its parent, with its change, or in a `preview` its planned
/// change. Empty if there is none.
pub fn change_tree(model: &Model, preview: bool, style: Style) -> String {
    let positions = model.order(|it| model.is_shown(it));
    let mut out = String::new();
    if positions.is_empty() {
        return out;
    }
    let family = model.family(&positions);
    let forest = ItemForest {
        model,
        positions,
        now: Duration::ZERO,
        preview,
    };
    columns::write_rows(&mut out, &rows::rows(&forest, &family), style);
    out
}

#[cfg(test)]
mod tests {
    use super::super::script;
    use super::*;
    use lumi_engine::{Event, StepKind};

    #[test]
    fn a_plan_says_why() {
        let text = change_tree(&script::model(&script::preview()), true, Style::default());
        insta::assert_snapshot!(text, @r"
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
        ");
    }

    #[test]
    fn the_end_says_what_became_of_it() {
        let text = change_tree(&script::model(&script::up()), false, Style::default());
        insta::assert_snapshot!(text, @r#"
           Type              Name
        +  acme:web:Site     site           created (0.0 s)
        +  ├─ std:fs:File    index\u{202e}  created (1.2 s)
        ~  └─ std:fs:File    config         failed (2.3 s): no space left on device
        +- std:random:Id     suffix         replaced (1 min 5 s)
        ~  std:exec:Command  setup          failed (2.3 s): it took longer than 5m
        >  std:fs:Directory  shared         read (0.0 s)
        =  std:fs:Directory  adopted        imported (0.0 s)
           std:fs:File       dependent      skipped: std:fs:File "config" failed
        *  std:fs:File       moved          drifted (0.0 s); changes: sha256
        *  std:fs:File       gone           gone (0.0 s)
        x  std:fs:Directory  kept           forgotten (0.0 s)
        -  std:fs:File       old            deleted (0.0 s)
        "#);
    }

    #[test]
    fn skipped_steps_have_a_reason() {
        let mut model = Model::planned(&script::model(&script::many(3)));
        let urn = script::step_info(StepKind::Create, "std:fs:File", "file 2").urn;
        let (reason, source) = ("the run is stopping".to_owned(), None);
        let skipped = Event::Skipped {
            urn,
            reason,
            source,
        };
        model.apply(&skipped, Duration::ZERO);
        insta::assert_snapshot!(change_tree(&model, false, Style::default()), @r"
          Type         Name
        + std:fs:File  file 1  to create
        + std:fs:File  file 2  skipped: the run is stopping
        + std:fs:File  file 3  to create
        ");
    }

    #[test]
    fn an_empty_run_has_no_tree() {
        assert_eq!(change_tree(&Model::default(), true, Style::default()), "");
    }

    #[test]
    fn of_many_alike_a_few_are_shown_and_what_failed() {
        let text = change_tree(
            &script::model(&script::many(5_000)),
            false,
            Style::default(),
        );
        insta::assert_snapshot!(text.lines().skip(9).collect::<Vec<_>>().join("\n"), @r"
        + std:fs:File  file 9     created (0.0 s)
        + std:fs:File  file 10    created (0.0 s)
        + std:fs:File  file 5000  failed (2.3 s): no space left on device
        + … 4989 more std:fs:File
        ");
    }
}

//! Events as plain lines, for pipes and logs.

use lumi_engine::{Event, StepInfo, StepKind};
use lumi_graph::{EscapedText, SourcePosition};
use lumi_state::RunKind;

use super::super::event::EventStyle;
use super::super::palette::{self, paint};
use super::super::report::{RenderReport as _, Report, Severity, escaped};
use super::item_forest::drift;
use super::model::{is_gone, is_without_effect};
use super::problem;
use super::step_style::StepStyle;
use super::summary::seconds;

/// The source of the program, as far as it can be read.
pub trait ProgramSource {
    fn line(&self, position: &SourcePosition) -> Option<String>;

    /// The position of the input at `path` of the resource at a position, if the program writes it there.
    fn input(&self, at: &SourcePosition, path: &str) -> Option<SourcePosition>;
}

pub type SourceLines<'a> = &'a dyn ProgramSource;

/// The text of an event with its line end; `None` if it is hidden. Without `steps`, successful
/// steps are hidden: a plan or a live tree shows them.
pub fn line(
    event: &Event,
    steps: bool,
    style: EventStyle,
    sources: SourceLines<'_>,
) -> Option<String> {
    match event {
        Event::Started(started) if !style.quiet => {
            let doing = match (started.preview, started.kind) {
                (true, _) => "Previewing",
                (false, RunKind::Up) => "Updating",
                (false, RunKind::Destroy) => "Destroying",
                (false, RunKind::Refresh) => "Refreshing",
                (false, RunKind::Import) => "Importing into",
                (false, RunKind::Edit) => "Changing",
            };
            let (stack, project) = (&started.stack, escaped(&started.project));
            Some(format!("{doing} stack {stack} of {project}\n"))
        }
        // Reads are quick, and of interest only if something has changed.
        Event::StepStarted(step) if step.kind == StepKind::Refresh && !style.verbose => None,
        Event::StepStarted(step) if !style.quiet && steps => {
            let doing = StepStyle::of(step.kind).doing;
            Some(step_line(step, doing, style))
        }
        Event::StepEnded {
            step,
            failure: Some(failure),
            duration,
        } => {
            let mut lines = String::new();
            if steps {
                let outcome = format!("failed ({})", seconds(*duration));
                lines.push_str(&step_line(step, &outcome, style));
            }
            if !failure.is_reported_with_others {
                let report = problem::failure(step, failure, style.is_plan, sources);
                lines.push_str(&report.render_within(style.color, style.columns));
            }
            Some(lines)
        }
        Event::StepEnded { step, duration, .. } if steps && is_worth_a_line(step, style) => {
            let mut outcome = format!("{} ({})", done(step), seconds(*duration));
            if let Some(drift) = drift(step) {
                outcome.push_str(&format!("; {drift}"));
            }
            Some(step_line(step, &outcome, style))
        }
        Event::Skipped { urn, reason, .. } if steps => {
            let resource = problem::resource(urn);
            Some(format!("   {resource}  skipped: {}\n", escaped(reason)))
        }
        Event::Diagnostic(diagnostic) | Event::Waiting(diagnostic) => {
            report(&problem::diagnostic(diagnostic, sources), style)
        }
        _ => None,
    }
}

/// Whether an event is an error of the run.
pub fn is_error(event: &Event) -> bool {
    match event {
        Event::StepEnded { failure, .. } => failure.is_some(),
        Event::Diagnostic(diagnostic) => diagnostic.severity == lumi_engine::Severity::Error,
        _ => false,
    }
}

fn is_worth_a_line(step: &StepInfo, style: EventStyle) -> bool {
    !style.quiet && (style.verbose || !is_without_effect(step))
}

/// The completed step in a word or two.
pub fn done(step: &StepInfo) -> &'static str {
    match step.kind {
        _ if is_gone(step) => "gone",
        StepKind::Refresh if is_without_effect(step) => "unchanged",
        StepKind::Refresh => "drifted",
        kind => StepStyle::of(kind).done,
    }
}

fn step_line(step: &StepInfo, said: &str, style: EventStyle) -> String {
    let symbol = StepStyle::of(step.kind).symbol;
    let mut out = String::new();
    paint(
        &mut out,
        symbol.style,
        style.color,
        &format!("{:2}", symbol.text),
    );
    out.push(' ');
    out.push_str(&problem::resource(&step.urn));
    out.push_str("  ");
    out.push_str(said);
    if let Some(reason) = &step.reason {
        let reason = format!(": {}", EscapedText::whole(reason));
        paint(&mut out, palette::QUIET, style.color, &reason);
    }
    out.push('\n');
    out
}

fn report(report: &Report, style: EventStyle) -> Option<String> {
    let is_hidden = style.quiet && report.severity == Severity::Note;
    (!is_hidden).then(|| report.render_within(style.color, style.columns))
}

#[cfg(test)]
mod tests {
    use super::super::script;
    use super::*;

    fn lines(events: &[Event], steps: bool, style: EventStyle) -> String {
        events
            .iter()
            .filter_map(|event| line(event, steps, style, &Lines))
            .collect()
    }

    /// Lines with their numbers; inputs are written one line further than another.
    struct Lines;

    impl ProgramSource for Lines {
        fn line(&self, position: &SourcePosition) -> Option<String> {
            Some(format!("line {};", position.line))
        }

        fn input(&self, at: &SourcePosition, path: &str) -> Option<SourcePosition> {
            let line = at.line + path.parse::<u32>().ok()?;
            Some(SourcePosition { line, ..at.clone() })
        }
    }

    #[test]
    fn a_failure_is_shown_at_the_inputs_that_it_is_about() {
        let mut events = script::up();
        events.retain_mut(|event| match event {
            Event::StepEnded {
                failure: Some(failure),
                ..
            } => {
                failure.inputs = ["none", "1", "1", "2"].map(str::to_owned).to_vec();
                true
            }
            _ => false,
        });
        insta::assert_snapshot!(lines(&events[..1], false, EventStyle::default()), @r#"
        error: cannot update std:fs:File "config": no space left on device
          www/config
          --> index.ts:10:11
           |
        10 | line 10;
           |         ^
            `2` is at index.ts:11:11
        "#);
    }

    #[test]
    fn one_line_for_each_start_and_end() {
        let text = lines(&script::up(), true, EventStyle::default());
        assert!(!text.contains("hunter2"), "{text}");
        insta::assert_snapshot!(text, @r#"
        Updating stack dev of web
        +  acme:web:Site "site"  creating
        +  acme:web:Site "site"  created (0.0 s)
        +  std:fs:File "index\u{202e}"  creating
        ~  std:fs:File "config"  updating
        +  std:fs:File "index\u{202e}"  created (1.2 s)
        warning: std:fs:File "config": the folder is full of dust
         --> index.ts:9:11
          |
        9 | line 9;
          |        ^
        help: sweep it
        ~  std:fs:File "config"  failed (2.3 s)
        error: cannot update std:fs:File "config": no space left on device
          www/config
         --> index.ts:9:11
          |
        9 | line 9;
          |        ^
        +- std:random:Id "suffix"  creating replacement
        +- std:random:Id "suffix"  replacement created (1 min 5 s)
        +- std:random:Id "suffix"  deleting old
        +- std:random:Id "suffix"  old deleted (0.0 s)
        ~  std:exec:Command "setup"  updating: the last update did not finish
        ~  std:exec:Command "setup"  failed (2.3 s): the last update did not finish
        error: cannot update std:exec:Command "setup": it took longer than 5m
          --> index.ts:15:11
           |
        15 | line 15;
           |         ^
        help: the outcome is unknown; it is recorded as pending, and the next run looks the object up
           std:fs:File "dependent"  skipped: std:fs:File "config" failed
        *  std:fs:File "moved"  drifted (0.0 s); changes: sha256
        *  std:fs:File "gone"  gone (0.0 s)
        >  std:fs:Directory "shared"  read (0.0 s)
        =  std:fs:Directory "adopted"  imported (0.0 s)
        x  std:fs:Directory "kept"  forgotten (0.0 s)
        -  std:fs:File "old"  deleting
        -  std:fs:File "old"  deleted (0.0 s)
        note: nothing else to say
        "#);
    }

    #[test]
    fn a_plan_says_what_would_fail() {
        let style = EventStyle {
            is_plan: true,
            ..EventStyle::default()
        };
        let text = lines(&script::up(), false, style);
        let errors: Vec<&str> = text.lines().filter(|it| it.contains("error:")).collect();
        insta::assert_snapshot!(errors.join("\n"), @r#"
        error: would fail to update std:fs:File "config": no space left on device
        error: would fail to update std:exec:Command "setup": it took longer than 5m
        "#);
    }

    #[test]
    fn quiet_leaves_what_went_wrong() {
        let style = EventStyle {
            quiet: true,
            ..EventStyle::default()
        };
        insta::assert_snapshot!(lines(&script::up(), true, style), @r#"
        warning: std:fs:File "config": the folder is full of dust
         --> index.ts:9:11
          |
        9 | line 9;
          |        ^
        help: sweep it
        ~  std:fs:File "config"  failed (2.3 s)
        error: cannot update std:fs:File "config": no space left on device
          www/config
         --> index.ts:9:11
          |
        9 | line 9;
          |        ^
        ~  std:exec:Command "setup"  failed (2.3 s): the last update did not finish
        error: cannot update std:exec:Command "setup": it took longer than 5m
          --> index.ts:15:11
           |
        15 | line 15;
           |         ^
        help: the outcome is unknown; it is recorded as pending, and the next run looks the object up
           std:fs:File "dependent"  skipped: std:fs:File "config" failed
        "#);
    }

    #[test]
    fn steps_can_be_left_out() {
        insta::assert_snapshot!(lines(&script::preview(), false, EventStyle::default()), @r"Previewing stack dev of web");
    }

    #[test]
    fn verbose_shows_unchanged_resources() {
        let style = EventStyle {
            verbose: true,
            ..EventStyle::default()
        };
        let text = lines(&script::up(), true, style);
        assert!(text.contains("unchanged (0.0 s)"), "{text}");
        assert!(text.contains("unchanged"), "{text}");
    }
}

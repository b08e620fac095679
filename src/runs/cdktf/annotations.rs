//! Messages of constructs about themselves, for the user.

use lumi_project::cdktf::{Annotation, AnnotationLevel, AssemblyStack};
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::output::terminal::Terminal;
use lumi_terminal::ui::report::Report;

/// Reports what the constructs of a stack say.
///
/// # Errors
///
/// A construct says that it is wrong.
pub fn report_annotations(stack: &AssemblyStack, terminal: Terminal) -> Result<(), Failure> {
    let mut errors = stack
        .annotations
        .iter()
        .filter(|it| it.level == AnnotationLevel::Error);
    let first = errors.next().map(report);
    for annotation in &stack.annotations {
        if annotation.level != AnnotationLevel::Error {
            terminal.report(&report(annotation));
        }
    }
    let Some(mut first) = first else {
        return Ok(());
    };
    first.related.extend(errors.map(report));
    Err(Failure::new(Exit::Failure, first))
}

fn report(annotation: &Annotation) -> Report {
    let message = annotation.message.as_str();
    let report = match annotation.level {
        AnnotationLevel::Info => Report::note(message),
        AnnotationLevel::Warning => Report::warning(message),
        AnnotationLevel::Error => Report::error(message),
    };
    Report {
        details: vec![format!("in {}", annotation.construct)],
        ..report
    }
}

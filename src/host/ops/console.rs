//! `console`.

use std::borrow::Cow;
use std::path::Path;

use deno_core::url::Url;
use deno_core::{OpState, op2};

use crate::event::{Event, LogLevel};

use super::calls::print_in_span;
use super::session::Session;

/// Prints a finished line; the web extension formats it. `level` is that of [`LogLevel::from_number`], `traceparent` the
/// span that is current; empty for none.
#[op2(fast)]
pub fn op_lumi_print(
    state: &mut OpState,
    #[string] text: &str,
    #[smi] level: i32,
    #[string] traceparent: &str,
) {
    let level = LogLevel::from_number(level);
    let session = Session::from_state(state);
    let (events, text) = {
        let session = session.borrow();
        let text = shorten_stacks(text, session.context.directory.as_ref());
        (session.events.clone(), text.into_owned())
    };
    let event = Event::Console { level, text };
    if let Some(event) = print_in_span(state, event, traceparent) {
        events(event);
    }
}

/// Whether the console colours its output.
#[op2(fast)]
pub fn op_lumi_console_color(state: &mut OpState) -> bool {
    Session::from_state(state).borrow().console_color
}

/// Whether debuggers see what the console is given.
#[op2(fast)]
pub fn op_lumi_is_inspected(state: &mut OpState) -> bool {
    Session::from_state(state).borrow().is_inspected
}

/// Shows stack frames in `text` with the project's file names, and removes frames of the SDK and
/// the runtime.
fn shorten_stacks<'a>(text: &'a str, project: &Path) -> Cow<'a, str> {
    let is_plain = ["file://", "lumi:/", "ext:"]
        .iter()
        .all(|it| !text.contains(it));
    if is_plain {
        return Cow::Borrowed(text);
    }
    let root = Url::from_directory_path(project).map_or_else(|()| String::new(), String::from);
    let lines = text.split_inclusive('\n').filter_map(|line| {
        if !is_frame(line) {
            return Some(Cow::Borrowed(line));
        }
        if line.contains("lumi:/") || line.contains("ext:") {
            return None;
        }
        let line = match root.as_str() {
            "" => line.to_owned(),
            root => line.replace(root, ""),
        };
        Some(Cow::Owned(line.replace("file://", "")))
    });
    Cow::Owned(lines.collect())
}

/// Whether a line is a stack frame: `    at name (file:///a.ts:1:2)`, possibly coloured or indented
/// further.
fn is_frame(line: &str) -> bool {
    let line = line.trim_start();
    let is_numbered = || {
        let end = line
            .trim_end()
            .trim_end_matches(|c: char| !c.is_ascii_digit());
        end.rsplit(':')
            .take(2)
            .all(|part| part.parse::<u32>().is_ok())
    };
    line.starts_with("at ") && is_numbered()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortened(text: &str) -> String {
        shorten_stacks(text, Path::new("/home/me/app")).into_owned()
    }

    #[test]
    fn frames_are_those_of_the_project() {
        let stack = "Error: x\n    at f (file:///home/me/app/lib/a.ts:1:2)\n    at g (lumi:/lumi/cell.ts:3:4)\n    at file:///opt/b.ts:5:6\n";
        assert_eq!(
            shortened(stack),
            "Error: x\n    at f (lib/a.ts:1:2)\n    at /opt/b.ts:5:6\n"
        );
    }

    #[test]
    fn other_text_is_left_alone() {
        for text in [
            "url file:///home/me/app/a.ts\n",
            "at file:///home/me/app/ we are\n",
            "lumi:/x and ext:y\n",
        ] {
            assert_eq!(shortened(text), text);
        }
    }
}

//! Lines of code.

use unicode_width::UnicodeWidthStr;

use super::code::{Code, Names};
use super::values::literals::member_key;

/// The length of a line that is not exceeded where code can be broken.
const LINE_WIDTH: usize = 120;

/// Whether objects with members stand on one line where they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectLines {
    OneWhereItFits,
    OneForEachMember,
}

impl Code {
    /// The code in one line.
    pub fn flat(&self, names: &Names<'_>) -> String {
        let mut text = String::new();
        self.write_flat(names, usize::MAX, &mut text);
        text
    }

    /// Lines that begin at a level of indentation. Another text follows `before` in its first line, and is
    /// followed by `after` in its last one (lengths in characters).
    pub fn lines(
        &self,
        names: &Names<'_>,
        objects: ObjectLines,
        level: usize,
        (before, after): (usize, usize),
    ) -> String {
        let mut layout = Layout {
            text: String::new(),
            column: before,
            level,
            names,
            objects,
        };
        layout.write(self, after);
        layout.text
    }

    /// Appends the code in one line; `false` once it is longer than the limit.
    fn write_flat(&self, names: &Names<'_>, limit: usize, text: &mut String) -> bool {
        if let Some(atom) = self.atom(names) {
            text.push_str(&atom);
            return text.len() <= limit;
        }
        match self {
            Self::Sequence(parts) => write_all(parts, "", names, limit, text),
            Self::List(parts) => {
                text.push('[');
                let fits = write_all(parts, ", ", names, limit, text);
                text.push(']');
                fits && text.len() <= limit
            }
            Self::Object(members) if members.is_empty() => {
                text.push_str("{}");
                text.len() <= limit
            }
            Self::Object(members) => {
                text.push_str("{ ");
                let fits = write_members(members, names, limit, text);
                text.push_str(" }");
                fits && text.len() <= limit
            }
            Self::Call {
                function,
                arguments,
            } => {
                if !function.write_flat(names, limit, text) {
                    return false;
                }
                text.push('(');
                let fits = write_all(arguments, ", ", names, limit, text);
                text.push(')');
                fits && text.len() <= limit
            }
            Self::Arrow(parameters, body) => {
                text.push_str(parameters);
                text.push_str(" => ");
                let is_object = matches!(**body, Self::Object(_));
                if is_object {
                    text.push('(');
                }
                let fits = body.write_flat(names, limit, text);
                if is_object {
                    text.push(')');
                }
                fits && text.len() <= limit
            }
            _ => true,
        }
    }
}

fn write_all(
    parts: &[Code],
    separator: &str,
    names: &Names<'_>,
    limit: usize,
    text: &mut String,
) -> bool {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            text.push_str(separator);
        }
        if !part.write_flat(names, limit, text) {
            return false;
        }
    }
    true
}

fn write_members(
    members: &[(String, Code)],
    names: &Names<'_>,
    limit: usize,
    text: &mut String,
) -> bool {
    members.iter().enumerate().all(|(at, (key, value))| {
        if at > 0 {
            text.push_str(", ");
        }
        text.push_str(&member_key(key));
        text.push_str(": ");
        value.write_flat(names, limit, text)
    })
}

struct Layout<'l> {
    text: String,
    /// The length of the line so far.
    column: usize,
    level: usize,
    names: &'l Names<'l>,
    objects: ObjectLines,
}

impl Layout<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += width(text);
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.text.push_str(&"  ".repeat(self.level));
        self.column = 2 * self.level;
    }

    /// `after` is the length of what follows in the same line.
    fn write(&mut self, code: &Code, after: usize) {
        if let Some(flat) = self.fitting(code, after) {
            self.push(&flat);
            return;
        }
        match code {
            Code::Sequence(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let rest = &parts[at + 1..];
                    let rest: usize = rest.iter().map(|it| width(&it.flat(self.names))).sum();
                    self.write(part, after + rest);
                }
            }
            Code::List(parts) if !parts.is_empty() => {
                self.push("[");
                self.each_on_its_line(parts);
                self.push("]");
            }
            Code::Object(members) if !members.is_empty() => self.object(members),
            Code::Call {
                function,
                arguments,
            } => self.call(function, arguments, after),
            Code::Arrow(parameters, body) => self.arrow(parameters, body, after),
            code => {
                let flat = code.flat(self.names);
                self.push(&flat);
            }
        }
    }

    /// The code in one line, if that is wanted and short enough.
    fn fitting(&self, code: &Code, after: usize) -> Option<String> {
        if self.objects == ObjectLines::OneForEachMember && has_members(code) {
            return None;
        }
        let limit = LINE_WIDTH.saturating_sub(self.column + after);
        let mut text = String::new();
        // Bytes are at least as many as characters, and at most four times as many.
        let fits = code.write_flat(self.names, 4 * limit, &mut text);
        (fits && width(&text) <= limit).then_some(text)
    }

    fn each_on_its_line(&mut self, parts: &[Code]) {
        self.level += 1;
        for part in parts {
            self.new_line();
            self.write(part, 1);
            self.push(",");
        }
        self.level -= 1;
        self.new_line();
    }

    fn object(&mut self, members: &[(String, Code)]) {
        self.push("{");
        self.level += 1;
        for (key, value) in members {
            self.new_line();
            self.push(&member_key(key));
            self.push(":");
            self.member(value);
            self.push(",");
        }
        self.level -= 1;
        self.new_line();
        self.push("}");
    }

    /// The value of a member: in a line of its own if it has no lines, and is too long.
    fn member(&mut self, value: &Code) {
        let atom = value.atom(self.names);
        let is_long = atom.is_some_and(|it| self.column + 1 + width(&it) + 1 > LINE_WIDTH);
        let is_template = matches!(value, Code::Template(..));
        if !is_long || is_template {
            self.push(" ");
            self.write(value, 1);
            return;
        }
        self.level += 1;
        self.new_line();
        self.write(value, 1);
        self.level -= 1;
    }

    /// The arguments follow each other, with blocks that have lines, if what precedes the first block fits; or
    /// each has its own line.
    fn call(&mut self, function: &Code, arguments: &[Code], after: usize) {
        self.write(function, 1);
        self.push("(");
        let blocks = arguments.iter().position(Code::is_block);
        let fits = blocks.is_some_and(|first| {
            let plain = &arguments[..first];
            let length: usize = plain.iter().map(|it| width(&it.flat(self.names)) + 2).sum();
            self.column + length + 1 + opening_length(&arguments[first]) <= LINE_WIDTH
        });
        if !fits && !arguments.is_empty() {
            self.each_on_its_line(arguments);
            self.push(")");
            return;
        }
        for (at, argument) in arguments.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            // The last one has to leave room for the end of the statement, the others for a comma.
            let rest = match at + 1 == arguments.len() {
                true => after + 1,
                false => 3,
            };
            // The first one has the lines that the call needs, rather than those after it.
            match argument {
                Code::Object(members) if Some(at) == blocks && !members.is_empty() => {
                    self.object(members);
                }
                argument => self.write(argument, rest),
            }
        }
        self.push(")");
    }

    fn arrow(&mut self, parameters: &str, body: &Code, after: usize) {
        self.push(parameters);
        self.push(" =>");
        match body {
            Code::Object(_) => {
                self.push(" (");
                self.write(body, after + 1);
                self.push(")");
            }
            Code::List(_) => {
                self.push(" ");
                self.write(body, after);
            }
            body => {
                self.level += 1;
                self.new_line();
                self.write(body, 0);
                self.level -= 1;
                self.new_line();
            }
        }
    }
}

/// The columns of a text, as formatters count them.
fn width(text: &str) -> usize {
    text.width()
}

/// The length of the line in which a block begins.
fn opening_length(block: &Code) -> usize {
    match block {
        Code::Arrow(parameters, _) => parameters.len() + 3,
        _ => 1,
    }
}

fn has_members(code: &Code) -> bool {
    let mut found = false;
    code.visit(&mut |it| found |= matches!(it, Code::Object(members) if !members.is_empty()));
    found
}

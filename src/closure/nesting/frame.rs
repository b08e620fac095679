//! The state between two brackets.

/// The levels that the text in one pair of brackets has opened so far.
#[derive(Debug, Default)]
pub struct Frame {
    pub kind: FrameKind,
    /// Operators, members, calls: open until a comma or the end of the statement.
    expression: usize,
    /// `if`, `else`, `for`, labels: open until the end of the statement.
    statement: usize,
    /// `<`, each of which may begin type arguments.
    angles: usize,
    /// The statement has ended, unless `else` comes next.
    pub has_ended: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrameKind {
    #[default]
    Plain,
    /// The parentheses of `if`, `for`, `while` and `with`: a statement follows.
    Control,
    /// `${…}` of a template.
    Hole,
}

impl Frame {
    pub fn new(kind: FrameKind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    pub fn levels(&self) -> usize {
        self.expression + self.statement + self.angles
    }

    pub fn add_expression(&mut self) {
        self.expression += 1;
    }

    pub fn add_statement(&mut self) {
        self.statement += 1;
    }

    pub fn add_angle(&mut self) {
        self.angles += 1;
    }

    pub fn close_angles(&mut self, count: usize) {
        self.angles = self.angles.saturating_sub(count);
    }

    pub fn end_expression(&mut self) {
        self.expression = 0;
    }

    /// In JSX, text between elements may contain semicolons, and names at the start of lines.
    pub fn end_statement(&mut self, is_jsx: bool) {
        self.expression = 0;
        self.statement = 0;
        if !is_jsx {
            self.angles = 0;
        }
        self.has_ended = false;
    }
}

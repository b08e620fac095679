//! The depth of code, found before it is parsed: the parser and all that walks syntax are recursive.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Mode;
use ruff_python_parser::lexer::lex;
use ruff_text_size::TextSize;

/// The largest number of brackets and blocks around code.
pub const MAX_LEVELS: usize = 200;

/// The largest number of operators, calls and clauses that follow each other around code.
pub const MAX_OPERATORS: usize = 2_000;

/// The place where code is nested too deeply.
pub fn too_deep(text: &str) -> Option<TextSize> {
    if !is_too_deep(text) {
        return None;
    }
    // The lexer keeps its positions to itself, so the shortest text that is too deep is looked for.
    let offsets: Vec<usize> = text.char_indices().map(|it| it.0).collect();
    let after = offsets.partition_point(|&end| !is_too_deep(&text[..end]));
    let offset = offsets.get(after.saturating_sub(1)).copied();
    TextSize::try_from(offset.unwrap_or_default()).ok()
}

fn is_too_deep(text: &str) -> bool {
    let mut lexer = lex(text, Mode::Module);
    let mut depth = Depth::default();
    loop {
        match lexer.next_token() {
            TokenKind::EndOfFile => return false,
            token => depth.add(token),
        }
        if depth.levels() > MAX_LEVELS || depth.operators() > MAX_OPERATORS {
            return true;
        }
    }
}

/// The operators of one pair of brackets, or of a statement outside of brackets.
#[derive(Default)]
struct Bracket {
    /// Operators since the last comma.
    operators: usize,
    /// `for` and `lambda`, whose commas are not between elements.
    scopes: usize,
}

/// The depth of the code after a token.
#[derive(Default)]
struct Depth {
    statement: Bracket,
    /// The brackets around the code, from the outermost one.
    brackets: Vec<Bracket>,
    /// For each block around the code, the clauses and decorators before the code that belong to one statement.
    blocks: Vec<usize>,
    /// Those of a statement that is in no block.
    clauses: usize,
    is_in_statement: bool,
}

impl Depth {
    fn levels(&self) -> usize {
        self.brackets.len() + self.blocks.len()
    }

    fn operators(&self) -> usize {
        let brackets = std::iter::once(&self.statement).chain(&self.brackets);
        let operators = brackets.map(|it| it.operators + it.scopes);
        operators.sum::<usize>() + self.clauses + self.blocks.iter().sum::<usize>()
    }

    fn innermost(&mut self) -> &mut Bracket {
        self.brackets.last_mut().unwrap_or(&mut self.statement)
    }

    fn add(&mut self, token: TokenKind) {
        match token {
            TokenKind::Comment | TokenKind::NonLogicalNewline => return,
            TokenKind::Newline => {
                self.statement = Bracket::default();
                self.brackets.clear();
                self.is_in_statement = false;
                return;
            }
            TokenKind::Indent => {
                self.blocks.push(0);
                return;
            }
            TokenKind::Dedent => {
                self.blocks.pop();
                return;
            }
            _ => {}
        }
        if !std::mem::replace(&mut self.is_in_statement, true) {
            self.begin_statement(token);
        }
        match token {
            TokenKind::Lpar
            | TokenKind::Lsqb
            | TokenKind::Lbrace
            | TokenKind::FStringStart
            | TokenKind::TStringStart => {
                self.innermost().operators += 1;
                self.brackets.push(Bracket::default());
            }
            TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::FStringEnd
            | TokenKind::TStringEnd => drop(self.brackets.pop()),
            TokenKind::Comma
            | TokenKind::Semi
            | TokenKind::FStringMiddle
            | TokenKind::TStringMiddle => self.innermost().operators = 0,
            TokenKind::For | TokenKind::Lambda => self.innermost().scopes += 1,
            TokenKind::Name
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::Complex
            | TokenKind::String => {}
            _ => self.innermost().operators += 1,
        }
    }

    /// Counts clauses of one statement, such as `elif`, which are nested as code of LumiIL.
    fn begin_statement(&mut self, token: TokenKind) {
        let clauses = self.blocks.last_mut().unwrap_or(&mut self.clauses);
        match token {
            TokenKind::Elif | TokenKind::Except | TokenKind::At => *clauses += 1,
            TokenKind::Else | TokenKind::Finally => {}
            _ => *clauses = 0,
        }
    }
}

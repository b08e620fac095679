//! The classes that a class extends.

use lumi_pack::il::{Expr, Token};
use ruff_python_ast::{Expr as Syntax, Keyword, StmtClassDef};

use crate::calls::Named;
use crate::facts::{ClassInfo, ClassKind};
use crate::library;
use crate::lowering::{Lowering, Meaning};
use crate::nodes::string;
use crate::refusal::Refusal;

/// The classes that a class extends, and what is known about them together.
pub struct Bases {
    /// At least one; the first is that of a class that extends one alone.
    pub classes: Vec<Expr>,
    pub info: ClassInfo,
    /// The built-in type that the members of an `Enum` are as well: `str` or `int`.
    pub mixed: Option<&'static str>,
    /// The first that names a class of another module.
    pub token: Option<Token>,
}

/// A class that stands among those that a class extends.
enum Base {
    Class(Box<ClassInfo>),
    /// One without members: `Protocol`, `Generic[T]`.
    Nothing,
    Abstract,
    Kind(ClassKind),
    /// `str` or `int`
    BuiltIn(&'static str),
    Refused,
}

impl Lowering<'_> {
    /// `None` if they were refused.
    pub(super) fn bases(&mut self, syntax: &StmtClassDef) -> Option<Bases> {
        let arguments = syntax.arguments.as_deref();
        let mut bases = Bases {
            classes: Vec::new(),
            info: ClassInfo::default(),
            mixed: None,
            token: None,
        };
        for keyword in arguments.iter().flat_map(|it| &it.keywords) {
            self.class_keyword(keyword, &mut bases)?;
        }
        for base in arguments.iter().flat_map(|it| &it.args) {
            match self.base(base) {
                Base::Nothing => {}
                Base::Abstract => bases.info.is_abstract_base = true,
                Base::Kind(kind) => {
                    bases.info.kind = kind;
                    bases.classes.extend(self.kind_class(kind, base));
                }
                Base::BuiltIn(name) => bases.mixed = Some(name),
                Base::Class(info) => {
                    let base = unsubscripted(base);
                    if bases.token.is_none() {
                        bases.token = self.base_token(base);
                    }
                    bases.classes.push(self.expression(base));
                    bases.info = std::mem::take(&mut bases.info).merged(*info);
                }
                Base::Refused => return None,
            }
        }
        self.finish_bases(syntax, bases)
    }

    fn finish_bases(&mut self, syntax: &StmtClassDef, mut bases: Bases) -> Option<Bases> {
        let at = self.at(&syntax.name);
        if let Some(name) = bases.mixed.filter(|_| bases.info.kind != ClassKind::Enum) {
            let what = format!("classes that extend `{name}`");
            self.absent(&syntax.name, Refusal::Class, &what, "hold a value of it");
            return None;
        }
        if bases.classes.is_empty() && bases.info.kind != ClassKind::TypedDict {
            bases.classes.push(self.library("index", "PyObject", at));
        }
        if bases.classes.len() > 1 {
            if bases.info.kind != ClassKind::Plain {
                let help = "extend one, and hold the others";
                let what = "enumerations and named tuples that extend several classes";
                self.absent(&syntax.name, Refusal::Class, what, help);
                return None;
            }
            self.wants_mixins = true;
        }
        Some(bases)
    }

    fn class_keyword(&mut self, keyword: &Keyword, bases: &mut Bases) -> Option<()> {
        let name = keyword.arg.as_ref().map(|it| it.as_str());
        let is_abc = match &keyword.value {
            Syntax::Name(it) => it.id.as_str() == "ABCMeta",
            Syntax::Attribute(it) => it.attr.as_str() == "ABCMeta",
            _ => false,
        };
        match (name, is_abc) {
            (Some("metaclass"), true) => bases.info.is_abstract_base = true,
            (Some("total"), _) => {}
            _ => {
                self.absent(keyword, Refusal::Class, "metaclasses", "leave it out");
                return None;
            }
        }
        Some(())
    }

    fn kind_class(&mut self, kind: ClassKind, node: &Syntax) -> Option<Expr> {
        let at = self.at(node);
        match kind {
            ClassKind::Enum => Some(self.expression(node)),
            ClassKind::NamedTuple => Some(self.library("named_tuples", "NamedTuple", at)),
            ClassKind::Plain | ClassKind::TypedDict => None,
        }
    }

    /// The kind of class that an expression among the bases names.
    fn base(&mut self, base: &Syntax) -> Base {
        let plain = unsubscripted(base);
        let found = match (self.named(plain), plain) {
            (Some(Named::Library(_, path)), _) => library_base(&path),
            (Some(Named::Token(token)), _) => Ok(self.token_base(&token)),
            (None, Syntax::Name(it)) => self.own_base(&it.id),
            // A class that an expression gives, such as one of `namedtuple`.
            (None, Syntax::Call(_)) => Ok(Base::Class(Box::default())),
            (None, Syntax::Attribute(_)) => {
                // A member of a module of a package, such as `aws.ec2.Vpc`.
                let root = self.root(plain);
                Ok(class(root.is_some_and(|it| !self.exports.is_python(&it))))
            }
            (_, _) => Err(("classes that extend this".to_owned(), "name the class")),
        };
        found.unwrap_or_else(|(what, help)| {
            self.absent(base, Refusal::Class, &what, help);
            Base::Refused
        })
    }

    fn token_base(&self, token: &Token) -> Base {
        match self.exports.is_python(token) {
            true => Base::Class(Box::new(self.exports.class(token).unwrap_or_default())),
            false => class(true),
        }
    }

    /// A class of the module itself, or a built-in one.
    fn own_base(&self, name: &str) -> Result<Base, (String, &'static str)> {
        match self.meaning(name) {
            Some((Meaning::Variable(slot), _)) => {
                let known = self.class_infos.get(&slot);
                let known = known.or_else(|| self.block_classes.get(&slot));
                Ok(Base::Class(Box::new(known.cloned().unwrap_or_default())))
            }
            None => match name {
                "object" => Ok(Base::Nothing),
                "str" => Ok(Base::BuiltIn("str")),
                "int" => Ok(Base::BuiltIn("int")),
                name if library::is_base(name) => Ok(Base::Class(Box::default())),
                name => Err((
                    format!("classes that extend `{name}`"),
                    "hold a value of it",
                )),
            },
            Some(_) => Err(("classes that extend this".to_owned(), "")),
        }
    }

    /// The module that the first name of a dotted one means.
    fn root(&self, of: &Syntax) -> Option<Token> {
        match (self.named(of), of) {
            (Some(Named::Token(it)), _) => Some(it),
            (None, Syntax::Attribute(it)) => self.root(&it.value),
            _ => None,
        }
    }

    fn base_token(&self, base: &Syntax) -> Option<Token> {
        match self.named(base) {
            Some(Named::Token(token)) => Some(token),
            _ => None,
        }
    }

    /// The name of a built-in type that the members of an `Enum` are as well, for the library.
    pub(super) fn mixed_name(&mut self, bases: &Bases, syntax: &StmtClassDef) -> Expr {
        let at = self.at(&syntax.name);
        string(bases.mixed.unwrap_or_default(), at)
    }
}

/// A class without the types in brackets: `Base[T]` is `Base`.
fn unsubscripted(base: &Syntax) -> &Syntax {
    match base {
        Syntax::Subscript(it) => &it.value,
        other => other,
    }
}

fn class(is_foreign: bool) -> Base {
    Base::Class(Box::new(ClassInfo {
        is_foreign,
        ..ClassInfo::default()
    }))
}

/// A class of Python's library.
fn library_base(path: &str) -> Result<Base, (String, &'static str)> {
    Ok(match path {
        "typing.ABC" => Base::Abstract,
        "typing.NamedTuple" => Base::Kind(ClassKind::NamedTuple),
        "typing.TypedDict" => Base::Kind(ClassKind::TypedDict),
        "enum.StrEnum" | "enum.IntEnum" | "enum.Enum" => Base::Kind(ClassKind::Enum),
        "json.JSONDecodeError" | "dataclasses.FrozenInstanceError" | "re.error" => class(false),
        path if path.starts_with("typing.") || path.starts_with("collections.abc.") => {
            Base::Nothing
        }
        path => {
            let what = format!("classes that extend `{path}`");
            return Err((what, "hold an object of it"));
        }
    })
}

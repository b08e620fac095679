//! Components of one type and one shape as a class.

use std::collections::BTreeMap;

use super::argument_type::argument_type;
use super::class_index::Class;
use super::code::Code;
use super::graph_index::GraphIndex;
use super::identifiers::{Identifiers, camel_case, lower_first, upper_first};
use super::statements::Declared;
use super::unification::{Field, Unified, unify_without_variables};

/// From this number on, components of one shape become a class.
const CLASS: usize = 2;

/// The most arguments of a class, for each of its children.
const MOST_ARGUMENTS: usize = 6;

/// A child that the constructor of a class declares.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassMember {
    /// The field of the class; `None` if nothing uses the child.
    pub field: Option<String>,
    /// The type of the field.
    pub of: Code,
    pub code: Code,
}

/// A class of components.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentClass {
    pub name: String,
    /// The type token.
    pub token: String,
    /// The names of its arguments, and their types.
    pub arguments: Vec<(String, String)>,
    pub inputs: Code,
    pub members: Vec<ClassMember>,
    pub outputs: Option<Code>,
}

/// A component that is made by a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    pub position: usize,
    /// The children, and their fields.
    pub children: Vec<(usize, Option<String>)>,
    pub code: Code,
}

/// The classes, and the components that they make by their positions.
#[derive(Default)]
pub struct Classes {
    pub all: Vec<ComponentClass>,
    pub instances: BTreeMap<usize, Instance>,
}

/// Finds the classes. `is_used` says which resources others use.
pub fn component_classes(
    index: &GraphIndex<'_>,
    declared: &[Declared],
    is_used: &[bool],
    identifiers: &mut Identifiers,
) -> Classes {
    let by_position: BTreeMap<usize, &Declared> =
        declared.iter().map(|it| (it.position, it)).collect();
    let mut types: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for it in declared {
        if it.declaration.class == Class::Component {
            let of = index.vertex(it.position).resource_type.as_str();
            types.entry(of).or_default().push(it.position);
        }
    }
    let mut classes = Classes::default();
    for (token, instances) in types {
        let finder = ClassFinder {
            index,
            by_position: &by_position,
            is_used,
            instances,
        };
        if finder.instances.len() >= CLASS {
            finder.add(token, identifiers, &mut classes);
        }
    }
    classes
}

struct ClassFinder<'f, 'g> {
    index: &'f GraphIndex<'g>,
    by_position: &'f BTreeMap<usize, &'f Declared>,
    is_used: &'f [bool],
    instances: Vec<usize>,
}

impl ClassFinder<'_, '_> {
    /// Adds the class, if all instances have one shape.
    fn add(&self, token: &str, identifiers: &mut Identifiers, classes: &mut Classes) -> Option<()> {
        let first = self.instances[0];
        let count = self.index.children[first].len();
        if count == 0 || !self.instances.iter().all(|it| self.is_simple(*it, count)) {
            return None;
        }
        let fields = self.fields(count);
        let bodies: Vec<Code> = self
            .instances
            .iter()
            .map(|it| self.body(*it, &fields))
            .collect();
        let bodies: Vec<&Code> = bodies.iter().collect();
        let unified = unify_without_variables(&bodies);
        let values = unified.fields.iter().flat_map(|it| &it.values);
        let is_like =
            matches!(&unified.code, Code::List(parts) if parts[1..].iter().all(is_constructor));
        // What differs is said outside of the class, and there is as much within it as in the arguments.
        if !is_like
            || values.clone().any(is_of_class)
            || unified.fields.len() > MOST_ARGUMENTS * count
        {
            return None;
        }
        let of = self.index.vertex(first).resource_type.type_name();
        let unified = self.with_names(unified);
        let name = identifiers.take(&upper_first(&camel_case(of)));
        self.instances_of(&name, &fields, &unified, classes);
        let arguments = self.arguments(&unified.fields);
        let Code::List(mut parts) = unified.code else {
            return None;
        };
        let has_outputs = self.by_position[&first].declaration.outputs.is_some();
        let outputs = if has_outputs { parts.pop() } else { None };
        let inputs = parts.remove(0);
        let members = parts.into_iter().zip(fields).enumerate();
        classes.all.push(ComponentClass {
            name,
            token: token.to_owned(),
            arguments,
            inputs,
            members: members
                .map(|(at, (code, field))| ClassMember {
                    field,
                    of: self.type_of(self.index.children[first][at]),
                    code,
                })
                .collect(),
            outputs,
        });
        Some(())
    }

    /// Whether a component has only children that are resources without children, of classes that fields can have.
    fn is_simple(&self, position: usize, count: usize) -> bool {
        let children = &self.index.children[position];
        children.len() == count
            && children.iter().all(|it| {
                let class = &self.by_position[it].declaration.class;
                self.index.children[*it].is_empty() && matches!(class, Class::Custom | Class::Std)
            })
    }

    /// Some texts of `std:tls` are one of a few.
    fn arguments(&self, fields: &[Field]) -> Vec<(String, String)> {
        let children = self.index.children[self.instances[0]].iter();
        let types = children.map(|it| &self.index.vertex(*it).resource_type);
        let is_exact = types
            .clone()
            .any(|it| it.package() == "std" && it.module() == "tls");
        let typed = fields.iter().map(|it| {
            let values: Vec<&Code> = it.values.iter().collect();
            (it.name.clone(), argument_type(&values, is_exact))
        });
        typed.collect()
    }

    fn type_of(&self, position: usize) -> Code {
        let of = &self.index.vertex(position).resource_type;
        match self.by_position[&position].declaration.class {
            Class::Std => Code::text(format!("{}.{}", of.module(), of.type_name())),
            // Its outputs are those of any name.
            _ => Code::Sequence(vec![Code::Sdk("CustomResource"), Code::text("<any>")]),
        }
    }

    /// The field of each child that is used in any instance.
    fn fields(&self, count: usize) -> Vec<Option<String>> {
        let mut names = Identifiers::default();
        names.reserve(&[
            "id",
            "registerOutputs",
            "urn",
            "then",
            "toString",
            "valueOf",
        ]);
        let fields = (0..count).map(|at| {
            let mut children = self.instances.iter().map(|it| self.index.children[*it][at]);
            let of = self.index.children[self.instances[0]][at];
            let of = self.index.vertex(of).resource_type.type_name();
            let is_used = children.any(|it| self.is_used[it]);
            is_used.then(|| names.take(&lower_first(&camel_case(of))))
        });
        fields.collect()
    }

    /// Inputs, children and outputs, as the class sees them.
    fn body(&self, position: usize, fields: &[Option<String>]) -> Code {
        let children = &self.index.children[position];
        let mut own = BTreeMap::from([(position, "this".to_owned())]);
        for (child, field) in children.iter().zip(fields) {
            if let Some(field) = field {
                own.insert(*child, format!("this.{field}"));
            }
        }
        let component = &self.by_position[&position].declaration;
        let name = self.index.vertex(position).name.as_str();
        let mut parts = vec![component.inputs.clone()];
        for child in children {
            let vertex = self.index.vertex(*child);
            let mut declaration = self.by_position[child].declaration.clone();
            declaration.name = relative_name(vertex.name.as_str(), name);
            parts.push(declaration.code(vertex));
        }
        parts.extend(component.outputs.clone());
        replaced(&Code::List(parts), &own)
    }

    /// An argument that is the name of each instance is that name.
    fn with_names(&self, mut unified: Unified) -> Unified {
        let is_name = |values: &[Code]| {
            let mut all = self.instances.iter().zip(values);
            all.all(|(at, value)| *value == Code::string(self.index.vertex(*at).name.as_str()))
        };
        let Some(at) = unified.fields.iter().position(|it| is_name(&it.values)) else {
            return unified;
        };
        let field = unified.fields.remove(at);
        let argument = Code::text(format!("args.{}", field.name));
        unified.code = renamed(&unified.code, &argument);
        unified
    }

    fn instances_of(
        &self,
        class: &str,
        fields: &[Option<String>],
        unified: &Unified,
        classes: &mut Classes,
    ) {
        for (at, position) in self.instances.iter().enumerate() {
            let declaration = &self.by_position[position].declaration;
            let mut arguments = vec![declaration.name.clone()];
            if !unified.fields.is_empty() {
                let members = unified.fields.iter();
                let members = members.map(|it| (it.name.clone(), it.values[at].clone()));
                arguments.push(Code::Object(members.collect()));
            }
            if !declaration.options.is_empty() {
                arguments.push(Code::Object(declaration.options.clone()));
            }
            let children = self.index.children[*position].iter().copied();
            let instance = Instance {
                position: *position,
                children: children.zip(fields.iter().cloned()).collect(),
                code: Code::new_of(Code::text(class), arguments),
            };
            classes.instances.insert(*position, instance);
        }
    }
}

/// The name of a child, by that of its component: `name` in the class.
fn relative_name(child: &str, component: &str) -> Code {
    match child.strip_prefix(component) {
        Some("") => Code::text("name"),
        Some(rest) => {
            let parts = vec![Code::text("name"), Code::string(rest)];
            Code::Template(Box::new(Code::text("")), parts)
        }
        None => Code::string(child),
    }
}

/// The code in which an argument is the name.
fn renamed(code: &Code, argument: &Code) -> Code {
    if code == argument {
        return Code::text("name");
    }
    let parts = code.children().into_iter().map(|it| renamed(it, argument));
    code.with_children(parts.collect())
}

/// Whether code is that of a child or of outputs, rather than a parameter.
fn is_constructor(code: &Code) -> bool {
    matches!(code, Code::Call { .. } | Code::Object(_))
}

/// Whether code has a meaning in the class alone.
fn is_of_class(code: &Code) -> bool {
    let mut found = false;
    code.visit(&mut |it| {
        if let Code::Text(text) = it {
            found |= text == "name" || text == "this" || text.starts_with("this.");
        }
    });
    found
}

/// The code in which some resources have other names.
fn replaced(code: &Code, own: &BTreeMap<usize, String>) -> Code {
    if let Code::Variable(position) = code
        && let Some(text) = own.get(position)
    {
        return Code::text(text);
    }
    let parts = code.children().into_iter().map(|it| replaced(it, own));
    code.with_children(parts.collect())
}

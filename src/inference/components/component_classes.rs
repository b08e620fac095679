//! Components of one type and one shape as a class.

use std::collections::BTreeMap;

use super::argument_type::argument_type;
use super::component_children::{ComponentChildren, Uses};
use super::unification::{Field, Unified, unify_without_variables};
use crate::class_index::Class;
use crate::code::Code;
use crate::graph_index::GraphIndex;
use crate::identifiers::{Identifiers, camel_case, lower_first, upper_first};
use crate::statements::Declared;

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
    /// The resources that it makes, and the fields that lead to them.
    pub children: Vec<(usize, Option<String>)>,
    pub code: Code,
}

impl Instance {
    /// The code with another name.
    fn code_named(&self, name: Code) -> Code {
        match &self.code {
            Code::Call {
                function,
                arguments,
            } => {
                let rest = arguments.iter().skip(1).cloned();
                let arguments = std::iter::once(name).chain(rest).collect();
                Code::call(Code::clone(function), arguments)
            }
            code => code.clone(),
        }
    }
}

/// The classes, and the components that they make by their positions.
#[derive(Default)]
pub struct Classes {
    pub all: Vec<ComponentClass>,
    pub instances: BTreeMap<usize, Instance>,
}

/// Finds the classes, those of inner components before those of outer ones, whose constructors use them.
pub fn component_classes(
    index: &GraphIndex<'_>,
    declared: &[Declared<'_>],
    uses: &Uses,
    identifiers: &mut Identifiers,
) -> Classes {
    let by_position: BTreeMap<usize, &Declared<'_>> =
        declared.iter().map(|it| (it.position, it)).collect();
    let mut types: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for it in declared {
        if it.declaration.class == Class::Component {
            let of = index.vertex(it.position).resource_type.as_str();
            types.entry(of).or_default().push(it.position);
        }
    }
    let mut classes = Classes::default();
    let heights = heights(index);
    let highest = |it: &(&str, Vec<usize>)| it.1.iter().map(|it| heights[*it]).max();
    let mut types: Vec<(&str, Vec<usize>)> = types.into_iter().collect();
    types.sort_by_key(highest);
    for (token, instances) in types {
        let finder = ClassFinder {
            index,
            by_position: &by_position,
            children: ComponentChildren { index, uses },
            instances,
        };
        if finder.instances.len() >= CLASS {
            finder.add(token, identifiers, &mut classes);
        }
    }
    classes
}

/// The number of levels below each resource.
fn heights(index: &GraphIndex<'_>) -> Vec<usize> {
    let mut heights = vec![0; index.parents.len()];
    for position in index.order.iter().rev() {
        if let Some(parent) = index.parents[*position] {
            heights[parent] = heights[parent].max(heights[*position] + 1);
        }
    }
    heights
}

struct ClassFinder<'f, 'g> {
    index: &'f GraphIndex<'g>,
    by_position: &'f BTreeMap<usize, &'f Declared<'f>>,
    children: ComponentChildren<'f, 'g>,
    instances: Vec<usize>,
}

/// The children of each instance of a class, in the order of its constructor.
type Children = Vec<Vec<usize>>;

impl ClassFinder<'_, '_> {
    /// Adds the class, if all instances have one shape.
    fn add(&self, token: &str, identifiers: &mut Identifiers, classes: &mut Classes) -> Option<()> {
        let first = self.instances[0];
        let children = self.simple_children(classes)?;
        let fields = self.fields(&children);
        let instances = self.instances.iter().zip(&children);
        let bodies: Vec<Code> = instances
            .map(|(it, children)| self.body(*it, children, &fields, classes))
            .collect();
        let relative = self.instances.iter().zip(&bodies);
        let relative: Vec<Code> = relative
            .map(|(it, body)| relative_texts(body, self.index.vertex(*it).name.as_str()))
            .collect();
        let count = children[0].len();
        let unified = unified(&relative, count).or_else(|| unified(&bodies, count))?;
        let of = self.index.vertex(first).resource_type.type_name();
        let unified = self.with_names(unified);
        let name = identifiers.take(&upper_first(&camel_case(of)));
        let types: Vec<Code> = children[0]
            .iter()
            .map(|it| self.type_of(*it, classes))
            .collect();
        self.instances_of(&name, (&children, &fields), &unified, classes);
        let arguments = self.arguments(&unified.fields);
        let Code::List(mut parts) = unified.code else {
            return None;
        };
        let has_outputs = self.by_position[&first].declaration.outputs.is_some();
        let outputs = if has_outputs { parts.pop() } else { None };
        let inputs = parts.remove(0);
        let members = parts.into_iter().zip(fields).zip(types);
        classes.all.push(ComponentClass {
            name,
            token: token.to_owned(),
            arguments,
            inputs,
            members: members
                .map(|((code, field), of)| ClassMember { field, of, code })
                .collect(),
            outputs,
        });
        Some(())
    }

    /// The children of all instances; `None` if a class cannot make them.
    fn simple_children(&self, classes: &Classes) -> Option<Children> {
        let children = self.instances.iter().map(|it| self.children.in_order(*it));
        let children: Children = children.collect::<Option<_>>()?;
        let count = children[0].len();
        let is_simple =
            |it: &Vec<usize>| it.len() == count && it.iter().all(|it| self.is_simple(*it, classes));
        (count > 0 && children.iter().all(is_simple)).then_some(children)
    }

    /// Whether a child is a resource without children, of a class that fields can have, or made by a class.
    fn is_simple(&self, child: usize, classes: &Classes) -> bool {
        let class = &self.by_position[&child].declaration.class;
        let is_leaf = self.index.children[child].is_empty();
        let is_typed = matches!(class, Class::Custom | Class::Std | Class::Package(_));
        (is_leaf && is_typed) || classes.instances.contains_key(&child)
    }

    /// The arguments and their types. Types of texts are exact for `std:tls` and packages, where some properties take one of a
    /// few texts.
    fn arguments(&self, fields: &[Field]) -> Vec<(String, String)> {
        let all = self.children.with_descendants(self.instances[0]);
        let is_exact = all.iter().any(|it| {
            let of = &self.index.vertex(*it).resource_type;
            let class = &self.by_position[it].declaration.class;
            (of.package() == "std" && of.module() == "tls") || matches!(class, Class::Package(_))
        });
        let typed = fields.iter().map(|it| {
            let values: Vec<&Code> = it.values.iter().collect();
            (it.name.clone(), argument_type(&values, is_exact))
        });
        typed.collect()
    }

    fn type_of(&self, position: usize, classes: &Classes) -> Code {
        let of = &self.index.vertex(position).resource_type;
        if let Some(instance) = classes.instances.get(&position)
            && let Code::Call { function, .. } = &instance.code
            && let Some(class) = function.children().last()
        {
            return Code::clone(class);
        }
        match &self.by_position[&position].declaration.class {
            Class::Std => Code::text(format!("{}.{}", of.module(), of.type_name())),
            Class::Package(class) => class.clone(),
            // Its outputs are those of any name.
            _ => Code::Sequence(vec![Code::Sdk("CustomResource"), Code::text("<any>")]),
        }
    }

    /// The field of each child that is used in any instance.
    fn fields(&self, children: &Children) -> Vec<Option<String>> {
        let mut names = Identifiers::default();
        names.reserve(&[
            "id",
            "registerOutputs",
            "urn",
            "then",
            "toString",
            "valueOf",
        ]);
        let instance = self.index.vertex(self.instances[0]).name.as_str();
        let fields = (0..children[0].len()).map(|at| {
            let child = self.index.vertex(children[0][at]);
            let mut same = children.iter().map(|it| it[at]);
            let is_used = same.any(|it| self.children.is_used_outside(it));
            is_used.then(|| {
                let (of, own) = (&child.resource_type, child.name.as_str());
                let part = own.strip_prefix(instance).filter(|it| !it.is_empty());
                let group = match of.module() {
                    "index" => of.package(),
                    module => module,
                };
                let of = of.type_name();
                let named = [of, part.unwrap_or(of), &format!("{group}-{of}")];
                names.take_one_of(&named.map(|it| lower_first(&camel_case(it))))
            })
        });
        fields.collect()
    }

    /// Inputs, children and outputs, as the class sees them.
    fn body(
        &self,
        position: usize,
        children: &[usize],
        fields: &[Option<String>],
        classes: &Classes,
    ) -> Code {
        let mut own = BTreeMap::from([(position, "this".to_owned())]);
        for (made, field) in made_by(children, fields, classes) {
            if let Some(field) = field {
                own.insert(made, format!("this.{field}"));
            }
        }
        let component = &self.by_position[&position].declaration;
        let name = self.index.vertex(position).name.as_str();
        let mut parts = vec![component.inputs.clone()];
        for child in children {
            let vertex = self.index.vertex(*child);
            let relative = relative_name(vertex.name.as_str(), name);
            parts.push(match classes.instances.get(child) {
                Some(instance) => instance.code_named(relative),
                None => {
                    let mut declaration = self.by_position[child].declaration.clone();
                    declaration.name = relative;
                    declaration.code(vertex)
                }
            });
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
        (children, fields): (&Children, &[Option<String>]),
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
            let instance = Instance {
                position: *position,
                children: made_by(&children[at], fields, classes),
                code: Code::new_of(Code::text(class), arguments),
            };
            // The constructor makes the components among the children.
            for child in &children[at] {
                classes.instances.remove(child);
            }
            classes.instances.insert(*position, instance);
        }
    }
}

/// The code that the bodies of all instances have in common. Returns `None` if a class with `count` children cannot have it
/// as its constructor.
fn unified(bodies: &[Code], count: usize) -> Option<Unified> {
    let unified = unify_without_variables(&bodies.iter().collect::<Vec<_>>());
    let mut values = unified.fields.iter().flat_map(|it| &it.values);
    let is_like =
        matches!(&unified.code, Code::List(parts) if parts[1..].iter().all(is_constructor));
    // Arguments are given outside of the class, where its own names mean nothing.
    let is_class =
        is_like && !values.any(is_of_class) && unified.fields.len() <= MOST_ARGUMENTS * count;
    is_class.then_some(unified)
}

/// The code with templates of the component's name for texts that begin with it, as the names of children do.
fn relative_texts(code: &Code, component: &str) -> Code {
    if let Code::String(text) = code
        && let Some(rest) = text.strip_prefix(component)
        && rest.starts_with(['-', '_', '.', '/'])
    {
        return relative_name(text, component);
    }
    let is_template = matches!(code, Code::Template(..));
    let parts = code.children().into_iter().map(|it| match it {
        // Pieces of text of a template are no expressions.
        Code::String(_) if is_template => it.clone(),
        it => relative_texts(it, component),
    });
    code.with_children(parts.collect())
}

/// The resources that a constructor makes, and the fields that lead to them: those of inner components are behind the
/// fields of these.
fn made_by(
    children: &[usize],
    fields: &[Option<String>],
    classes: &Classes,
) -> Vec<(usize, Option<String>)> {
    let mut made = Vec::new();
    for (child, field) in children.iter().zip(fields) {
        made.push((*child, field.clone()));
        if let Some(instance) = classes.instances.get(child) {
            let inner = instance.children.iter().map(|(position, inner)| {
                let path = field.as_ref().zip(inner.as_ref());
                (
                    *position,
                    path.map(|(outer, inner)| format!("{outer}.{inner}")),
                )
            });
            made.extend(inner);
        }
    }
    made
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

//! The text of a program.

use std::collections::{BTreeMap, BTreeSet};

use lumi_graph::{EscapedText, Urn};

use super::class_index::referred;
use super::code::{Code, Names};
use super::components::class_text::{class_names, class_text};
use super::components::component_classes::{ComponentClass, Instance};
use super::components::repeated_groups::RepeatedGroups;
use super::components::unification::Unified;
use super::identifiers::{Identifiers, lower_first};
use super::inferred_program::Export;
use super::layout::ObjectLines;
use super::program_context::ProgramContext;
use super::statements::Statement;
use super::values::literals::{is_identifier, quoted};

/// Writes statements and exports.
pub struct ProgramWriter<'c, 'g, 'p> {
    context: &'c ProgramContext<'g, 'p>,
    /// The expression of each resource.
    variables: Vec<String>,
    identifiers: Identifiers,
    is_used: Vec<bool>,
    /// The variables of the data of loops, by their first resource.
    data_names: BTreeMap<usize, String>,
    text: String,
    classes: Vec<ComponentClass>,
}

impl<'c, 'g, 'p> ProgramWriter<'c, 'g, 'p> {
    /// `identifiers` are those in use: of packages, exports and classes.
    pub fn new(
        context: &'c ProgramContext<'g, 'p>,
        identifiers: Identifiers,
        classes: Vec<ComponentClass>,
    ) -> Self {
        let count = context.index.graph.vertices.len();
        Self {
            context,
            variables: vec![String::new(); count],
            identifiers,
            is_used: vec![false; count],
            data_names: BTreeMap::new(),
            text: String::new(),
            classes,
        }
    }

    /// The text of the program.
    pub fn write(mut self, statements: &[Statement], exports: &[Export]) -> String {
        self.name(statements, exports);
        self.write_all(statements, exports);
        self.text
    }

    /// Finds names for what is used.
    fn name(&mut self, statements: &[Statement], exports: &[Export]) {
        let used = statements.iter().flat_map(Statement::used);
        let exported = exports.iter().filter_map(|it| it.code.as_ref());
        let exported = exported.flat_map(Code::variables);
        for position in used.chain(exported) {
            self.is_used[position] = true;
        }
        for statement in statements {
            match statement {
                Statement::Resource(position, _) if self.is_used[*position] => {
                    let vertex = self.context.index.vertex(*position);
                    let of = vertex.resource_type.type_name();
                    // A reference is called as the resource of the other stack.
                    let referred = referred(vertex);
                    let name = referred.as_ref().map_or(vertex.name.as_str(), Urn::name);
                    self.variables[*position] = self.identifiers.take_with(name, of);
                }
                Statement::Instance(instance) => self.name_instance(instance),
                Statement::Groups(groups) => self.name_groups(groups),
                Statement::Loop { members, .. } if self.is_list(members) => {
                    let list = self.list_name(members[0]);
                    for (at, member) in members.iter().enumerate() {
                        self.variables[*member] = format!("{list}[{at}]!");
                    }
                }
                Statement::Loop { members, unified } if !is_short(unified) => {
                    let data = self.list_name(members[0]);
                    self.data_names.insert(members[0], data);
                }
                _ => {}
            }
        }
    }

    /// Children are fields of their component.
    fn name_instance(&mut self, instance: &Instance) {
        let mut all =
            std::iter::once(&instance.position).chain(instance.children.iter().map(|(it, _)| it));
        if !all.any(|it| self.is_used[*it]) {
            return;
        }
        let vertex = self.context.index.vertex(instance.position);
        let of = vertex.resource_type.type_name();
        let name = self.identifiers.take_with(vertex.name.as_str(), of);
        for (child, field) in &instance.children {
            if let Some(field) = field {
                self.variables[*child] = format!("{name}.{field}");
            }
        }
        self.variables[instance.position] = name;
    }

    /// Members are those of the elements of a list, if others use them.
    fn name_groups(&mut self, groups: &RepeatedGroups) {
        let list = match groups.has_list() {
            false if is_short(&groups.unified) => return,
            _ => self.list_name(groups.members[0][0]),
        };
        if !groups.has_list() {
            self.data_names.insert(groups.members[0][0], list);
            return;
        }
        for (at, group) in groups.members.iter().enumerate() {
            for (member, variable) in group.iter().zip(&groups.variables) {
                if let Some(variable) = variable {
                    self.variables[*member] = format!("{list}[{at}]!.{variable}");
                }
            }
        }
        self.data_names.insert(groups.members[0][0], list);
    }

    fn list_name(&mut self, member: usize) -> String {
        let of = self.context.index.vertex(member).resource_type.type_name();
        self.identifiers.take(&plural(&lower_first(of)))
    }

    /// Whether a loop makes a list, since others use its resources.
    fn is_list(&self, members: &[usize]) -> bool {
        members.iter().any(|it| self.is_used[*it])
    }

    fn names(&self) -> Names<'_> {
        Names {
            variables: &self.variables,
            sdk: "",
        }
    }

    fn write_all(&mut self, statements: &[Statement], exports: &[Export]) {
        let names = self.names();
        let classes = self.classes.iter().map(|it| class_text(it, &names));
        let mut texts: Vec<String> = classes
            .chain(statements.iter().map(|it| self.statement(it)))
            .collect();
        let declarations = texts.len();
        texts.extend(self.exported(exports));
        self.head(statements, exports);
        self.append(&texts, declarations);
        if self.text.is_empty() {
            self.text.push_str("export {};\n");
        }
    }

    /// The texts of the exports, and the list of those whose variables have other names.
    fn exported(&self, exports: &[Export]) -> Vec<String> {
        let mut renamed = Vec::new();
        let mut exported = Vec::new();
        for export in exports {
            let is_same = export.name == export.variable;
            let head = format!(
                "{}const {} = ",
                if is_same { "export " } else { "" },
                export.variable
            );
            let Some(code) = &export.code else {
                let name = EscapedText::short(&export.name);
                exported.push(format!(
                    "// The graph does not say what the output `{name}` is."
                ));
                continue;
            };
            exported.push(self.assignment(&head, code));
            if !is_same {
                let name = match is_identifier(&export.name) {
                    true => export.name.clone(),
                    false => quoted(&export.name),
                };
                renamed.push(format!("{} as {name}", export.variable));
            }
        }
        renamed.sort_by_key(|it| it.to_ascii_lowercase());
        if !renamed.is_empty() {
            exported.push(export_list(&renamed));
        }
        exported
    }

    /// Appends declarations and what follows them. An empty line is before the first, around each that has several
    /// lines, and after the declarations.
    fn append(&mut self, texts: &[String], declarations: usize) {
        let mut is_first = true;
        let mut is_long = false;
        for (at, text) in texts.iter().enumerate() {
            let has_lines = text.contains('\n');
            let ends_declarations = at == declarations && declarations > 0;
            let is_apart = is_first || is_long || has_lines || ends_declarations;
            if is_apart && !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(text);
            self.text.push('\n');
            (is_first, is_long) = (false, has_lines);
        }
    }

    /// Imports and the configuration.
    fn head(&mut self, statements: &[Statement], exports: &[Export]) {
        let mut names = BTreeSet::new();
        let codes = statements.iter().flat_map(Statement::codes);
        for code in codes.chain(exports.iter().filter_map(|it| it.code.as_ref())) {
            code.sdk_names(&mut names);
        }
        for class in &self.classes {
            class_names(class, &mut names);
        }
        let uses_config = !self.context.configured.all.is_empty();
        if uses_config {
            names.insert("Config");
        }
        let classes = &self.context.classes;
        let mut lines = BTreeMap::new();
        if !names.is_empty() {
            let mut names: Vec<&str> = names.into_iter().collect();
            names.sort_by_key(|it| it.trim_start_matches("type ").to_ascii_lowercase());
            lines.insert("lumi".to_owned(), format!("{{ {} }}", names.join(", ")));
        }
        if !classes.std_modules.is_empty() {
            let modules: Vec<&str> = classes.std_modules.iter().map(String::as_str).collect();
            lines.insert(
                "lumi/std".to_owned(),
                format!("{{ {} }}", modules.join(", ")),
            );
        }
        for (package, variable) in &classes.modules {
            lines.insert(format!("lumi:{package}"), format!("* as {variable}"));
        }
        for (module, names) in lines {
            self.text.push_str(&import(&names, &module));
        }
        if uses_config {
            self.text.push_str("\nconst config = new Config();\n");
        }
    }

    fn assignment(&self, head: &str, code: &Code) -> String {
        let names = self.names();
        let lines = code.lines(
            &names,
            ObjectLines::OneWhereItFits,
            0,
            (head.chars().count(), 1),
        );
        format!("{head}{lines};")
    }

    fn statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Resource(position, code)
            | Statement::Instance(Instance { position, code, .. }) => {
                let variable = &self.variables[*position];
                match variable.is_empty() {
                    true => self.assignment("", code),
                    false => self.assignment(&format!("const {variable} = "), code),
                }
            }
            Statement::Outputs(position, code) => {
                let function = Code::of_variable(*position, ".registerOutputs");
                self.assignment("", &Code::call(function, vec![code.clone()]))
            }
            Statement::Groups(groups) => self.groups(groups),
            Statement::Loop { members, unified } => {
                let (data, parameter, body) = loop_parts(unified, members.len());
                if !self.is_list(members) {
                    let body = body.lines(&self.names(), ObjectLines::OneWhereItFits, 1, (2, 1));
                    return self.for_loop(members[0], &data, parameter, &format!("  {body};"));
                }
                let list = self.variables[members[0]].trim_end_matches("[0]!");
                let function = Code::Sequence(vec![data, Code::text(".map")]);
                let arrow = match parameter {
                    "name" => "(name)",
                    _ => "(it)",
                };
                let code = Code::call(function, vec![Code::Arrow(arrow, Box::new(body))]);
                self.assignment(&format!("const {list} = "), &code)
            }
        }
    }

    /// A loop; `body` is the lines within it.
    fn for_loop(&self, first: usize, data: &Code, parameter: &str, body: &str) -> String {
        let (before, list) = match self.data_names.get(&first) {
            Some(name) => {
                let data = self.assignment(&format!("const {name} = "), data);
                (format!("{data}\n\n"), name.clone())
            }
            None => (String::new(), data.flat(&self.names())),
        };
        format!("{before}for (const {parameter} of {list}) {{\n{body}\n}}")
    }

    /// A loop over groups, or the list of their members that others use.
    fn groups(&self, groups: &RepeatedGroups) -> String {
        let (data, parameter, body) = loop_parts(&groups.unified, groups.members.len());
        let names = self.names();
        // The first part is the name of the group.
        let parts = body.children().into_iter().skip(1);
        let lines = parts.zip(&groups.variables).map(|(code, variable)| {
            let head = variable.as_ref().map(|it| format!("const {it} = "));
            let head = head.unwrap_or_default();
            let before = 2 + head.chars().count();
            let code = code.lines(&names, ObjectLines::OneWhereItFits, 1, (before, 1));
            format!("  {head}{code};")
        });
        let body = lines.collect::<Vec<_>>().join("\n");
        let first = groups.members[0][0];
        let list = self.data_names.get(&first).filter(|_| groups.has_list());
        let Some(list) = list else {
            return self.for_loop(first, &data, parameter, &body);
        };
        let used = groups.used_outside().join(", ");
        let (head, tail) = (
            format!("const {list} = "),
            format!(".map(({parameter}) => {{"),
        );
        let width = (head.chars().count(), tail.chars().count());
        let data = data.lines(&names, ObjectLines::OneWhereItFits, 0, width);
        format!("{head}{data}{tail}\n{body}\n  return {{ {used} }};\n}});")
    }
}

/// Whether the data of a loop fits into its first line: a few names.
fn is_short(unified: &Unified) -> bool {
    let [field] = &unified.fields[..] else {
        return false;
    };
    let length = field.values.iter().map(|it| match it {
        Code::String(text) => text.chars().count() + 4,
        _ => LONGEST_DATA,
    });
    field.name == "name" && length.sum::<usize>() < LONGEST_DATA
}

/// The length of the data that stands in the first line of a loop.
const LONGEST_DATA: usize = 80;

/// The data of a loop, the name of one element, and what is made of it.
fn loop_parts(unified: &Unified, count: usize) -> (Code, &'static str, Code) {
    if let [field] = &unified.fields[..]
        && field.name == "name"
    {
        let body = renamed(&unified.code);
        return (Code::List(field.values.clone()), "name", body);
    }
    let element = |at: usize| {
        let members = unified.fields.iter();
        Code::Object(
            members
                .map(|it| (it.name.clone(), it.values[at].clone()))
                .collect(),
        )
    };
    let data = Code::List((0..count).map(element).collect());
    (data, "it", unified.code.clone())
}

/// The code in which the only field has the name of its element.
fn renamed(code: &Code) -> Code {
    if *code == Code::text("it.name") {
        return Code::text("name");
    }
    let parts = code.children().into_iter().map(renamed);
    code.with_children(parts.collect())
}

fn import(names: &str, module: &str) -> String {
    let line = format!("import {names} from \"{module}\";\n");
    if line.len() <= 121 || !names.starts_with('{') {
        return line;
    }
    let names = names.trim_matches(['{', '}', ' ']).replace(", ", ",\n  ");
    format!("import {{\n  {names},\n}} from \"{module}\";\n")
}

fn export_list(renamed: &[String]) -> String {
    let line = format!("export {{ {} }};", renamed.join(", "));
    match line.chars().count() <= 120 {
        true => line,
        false => format!("export {{\n  {},\n}};", renamed.join(",\n  ")),
    }
}

fn plural(name: &str) -> String {
    match name.chars().last() {
        Some('s' | 'x') => format!("{name}es"),
        Some('y') if !name.ends_with("ay") && !name.ends_with("ey") => {
            format!("{}ies", &name[..name.len() - 1])
        }
        _ => format!("{name}s"),
    }
}

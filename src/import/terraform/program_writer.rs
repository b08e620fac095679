//! The program that declares the resources of a state.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use lumi_engine::TakenObject;
use lumi_graph::{Object, PackageInterface, PackageInterfaces, PropertyPath};
use lumi_inference::{
    Code, ConfiguredValue, Identifiers, Names, ObjectLines, Origin, is_identifier, object_code,
    origins, quoted, value_code,
};
use lumi_provider::PackageName;
use lumi_terraform::adapter::resource_token;
use lumi_terraform::state_file::StateObject;

use super::output_texts::OutputTexts;
use super::program_text::{Declaration, ProgramText};
use super::state::ForeignState;
use super::value_origins::{Origins, ValueContext};

/// A program, and the secrets that it takes from the configuration.
#[derive(Clone, Debug, Default)]
pub struct WrittenProgram {
    pub text: String,
    pub secrets: Vec<ConfiguredValue>,
}

/// A resource in the program.
struct Declared {
    /// The call of its constructor.
    code: String,
    /// The resources that its code names.
    named: BTreeSet<usize>,
}

/// Writes the program.
pub struct ProgramWriter<'s> {
    state: &'s ForeignState,
    taken: &'s [TakenObject],
    packages: &'s dyn PackageInterfaces,
    opened: BTreeMap<String, Option<Arc<dyn PackageInterface>>>,
    identifiers: Identifiers,
    /// The variable of each package.
    modules: BTreeMap<String, String>,
    /// The variable of each provider by package and alias.
    providers: BTreeMap<(String, String), String>,
    /// The objects in use by their resource.
    by_resource: HashMap<&'s str, Vec<usize>>,
    origins: Vec<Vec<Origin>>,
    output_texts: OutputTexts,
    declared: Vec<Option<Declared>>,
    /// The variable of each object.
    variables: Vec<String>,
    context: ValueContext,
    /// The resources that exports name.
    exported: BTreeSet<usize>,
    uses_sdk: bool,
}

impl<'s> ProgramWriter<'s> {
    /// `taken` are the objects of the state as they were taken over.
    pub fn new(
        state: &'s ForeignState,
        taken: &'s [TakenObject],
        packages: &'s dyn PackageInterfaces,
    ) -> Self {
        let mut by_resource: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, object) in state.file.objects.iter().enumerate() {
            if !object.is_deposed() {
                by_resource.entry(&object.resource).or_default().push(at);
            }
        }
        Self {
            state,
            taken,
            packages,
            opened: BTreeMap::new(),
            identifiers: Identifiers::default(),
            modules: BTreeMap::new(),
            providers: BTreeMap::new(),
            by_resource,
            origins: Vec::new(),
            output_texts: OutputTexts::default(),
            declared: Vec::new(),
            variables: Vec::new(),
            context: ValueContext::default(),
            exported: BTreeSet::new(),
            uses_sdk: false,
        }
    }

    pub fn write(mut self) -> WrittenProgram {
        let names: BTreeSet<&str> = self
            .state
            .packages
            .values()
            .map(PackageName::as_str)
            .collect();
        for name in names {
            let variable = self.identifiers.take(name);
            self.modules.insert(name.to_owned(), variable);
        }
        for (package, alias) in self.state.aliases() {
            let variable = self.identifiers.take(alias);
            let key = (package.to_owned(), alias.to_owned());
            self.providers.insert(key, variable);
        }
        for at in 0..self.state.file.objects.len() {
            let variable = self.identifiers.take(&self.state.names[at]);
            self.variables.push(variable);
            let declared = self.declared(at);
            self.declared.push(declared);
        }
        let exports = self.exports();
        let text = self.text(exports);
        WrittenProgram {
            text,
            secrets: self.context.secrets.all,
        }
    }

    fn interface(&mut self, package: &str) -> Option<Arc<dyn PackageInterface>> {
        let packages = self.packages;
        let opened = self.opened.entry(package.to_owned());
        opened
            .or_insert_with(|| packages.open(package)?.ok())
            .clone()
    }

    /// The declaration of an object; `None` for one that is only to be deleted.
    fn declared(&mut self, at: usize) -> Option<Declared> {
        let state = self.state;
        let object = &state.file.objects[at];
        let taken = &self.taken[at];
        let package = state.package(&object.provider).to_owned();
        let token = resource_token(&package, &object.type_name);
        let interface = self.interface(&package);
        let described = interface.as_ref().and_then(|it| it.resource(&token).ok()?);
        let inputs = described.as_ref().map(|it| &*it.inputs);
        let found = origins(at, &taken.outputs, inputs);
        self.origins.push(found);
        if let (Some(inputs), false) = (inputs, object.is_deposed()) {
            self.output_texts.add(at, taken, inputs);
        }
        if object.is_deposed() {
            return None;
        }
        let name = state.names[at].clone();
        let (code, mut named) = self.inputs(at, &taken.inputs, &name);
        let options = self.options(object, &package, &mut named);
        let module = &self.modules[&package];
        let class = interface.and_then(|it| {
            let mut all = it.members().resources.iter();
            all.find(|it| it.token == token).map(|it| it.name.clone())
        });
        let name = quoted(&name);
        let code = match class {
            Some(class) => format!("new {module}.{class}({name}, {code}{options})"),
            None => {
                self.uses_sdk = true;
                format!(
                    "new lumi.CustomResource<any>({}, {name}, {code}{options})",
                    quoted(&token)
                )
            }
        };
        Some(Declared { code, named })
    }

    /// The code of inputs, and the resources that it names.
    fn inputs(&mut self, at: usize, inputs: &Object, name: &str) -> (String, BTreeSet<usize>) {
        let needed = self.needed(at);
        let of_needed = needed
            .iter()
            .flat_map(|it| self.origins[*it].clone())
            .collect();
        let mut origins = Origins::new(of_needed, &self.variables, &mut self.context, name);
        let code = object_code(inputs, &mut PropertyPath::new(), &mut origins);
        let named = origins.named;
        self.uses_sdk |= uses_sdk(&code);
        (in_lines(&code), named)
    }

    /// The objects that an object needs and that stand before it.
    fn needed(&self, at: usize) -> Vec<usize> {
        let object = &self.state.file.objects[at];
        let all = object.dependencies.iter();
        let all = all
            .filter_map(|it| self.by_resource.get(it.as_str()))
            .flatten();
        let mut all: Vec<usize> = all.copied().filter(|it| *it < at).collect();
        // Of several that made the same text, the one with the same key comes first.
        all.sort_by_key(|it| self.state.file.objects[*it].key != object.key);
        all
    }

    fn options(&self, object: &StateObject, package: &str, named: &mut BTreeSet<usize>) -> String {
        let mut options = Vec::new();
        let at = self.declared.len();
        let unnamed = self.unnamed(at, named);
        if !unnamed.is_empty() {
            let variables = unnamed.iter().map(|it| self.variables[*it].as_str());
            let variables: Vec<&str> = variables.collect();
            options.push(format!("dependsOn: [{}]", variables.join(", ")));
            named.extend(unnamed);
        }
        let alias = object.provider.alias.clone();
        if let Some(variable) = alias.and_then(|it| self.providers.get(&(package.to_owned(), it))) {
            options.push(format!("provider: {variable}"));
        }
        let ignored: Vec<String> = self.taken[at].ignored.iter().map(|it| quoted(it)).collect();
        if !ignored.is_empty() {
            options.push(format!("ignoreChanges: [{}]", ignored.join(", ")));
        }
        if object.creates_before_destroy {
            options.push("deleteBeforeReplace: false".to_owned());
        }
        if object.is_retained {
            options.push("retainOnDelete: true".to_owned());
        }
        match options.is_empty() {
            true => String::new(),
            false => format!(", {{ {} }}", options.join(", ")),
        }
    }

    /// The objects that an object needs, but that neither its code names nor what that names. A resource of which
    /// one object is named is taken as named: with keys, the others belong to other keys.
    fn unnamed(&self, at: usize, named: &BTreeSet<usize>) -> Vec<usize> {
        let objects = &self.state.file.objects;
        let mut reached = BTreeSet::new();
        self.reach(named, &mut reached);
        let resources: BTreeSet<&str> = named
            .iter()
            .map(|it| objects[*it].resource.as_str())
            .collect();
        let mut unnamed = Vec::new();
        let mut needed = self.needed(at);
        // The last need the most.
        needed.sort_unstable_by(|one, other| other.cmp(one));
        for it in needed {
            if reached.contains(&it) || resources.contains(objects[it].resource.as_str()) {
                continue;
            }
            unnamed.push(it);
            self.reach(&BTreeSet::from([it]), &mut reached);
        }
        unnamed.reverse();
        unnamed
    }

    fn reach(&self, from: &BTreeSet<usize>, reached: &mut BTreeSet<usize>) {
        let mut rest: Vec<usize> = from.iter().copied().collect();
        while let Some(at) = rest.pop() {
            if reached.insert(at)
                && let Some(declared) = &self.declared[at]
            {
                rest.extend(&declared.named);
            }
        }
    }

    /// The exports of the program: outputs of the state, with what comes from resources taken from them.
    fn exports(&mut self) -> Vec<String> {
        let state = self.state;
        let mut lines = Vec::new();
        let mut renamed = Vec::new();
        let in_use = |it: &&Origin| !state.file.objects[it.resource].is_deposed();
        let made = self.origins.iter().flatten().filter(in_use);
        let made: Vec<Origin> = made.cloned().collect();
        for output in &state.file.outputs {
            let mut all = made.clone();
            all.extend(self.output_texts.of(&output.value));
            let mut origins = Origins::new(all, &self.variables, &mut self.context, "output");
            let mut path = PropertyPath::new();
            path.push_key(&output.name);
            let code = value_code(&output.value, &mut path, &mut origins);
            self.exported.extend(origins.named);
            self.uses_sdk |= uses_sdk(&code);
            let text = in_lines(&code);
            let variable = self.identifiers.take(&output.name);
            if variable == output.name {
                lines.push(format!("export const {variable} = {text};"));
                continue;
            }
            lines.push(format!("const {variable} = {text};"));
            let name = match is_identifier(&output.name) {
                true => output.name.clone(),
                false => quoted(&output.name),
            };
            renamed.push(format!("{variable} as {name}"));
        }
        if !renamed.is_empty() {
            lines.push(format!("export {{ {} }};", renamed.join(", ")));
        }
        lines
    }

    fn text(&self, exports: Vec<String>) -> String {
        let all = self.declared.iter().flatten().flat_map(|it| &it.named);
        let named: BTreeSet<usize> = all.chain(&self.exported).copied().collect();
        let declarations = self
            .declared
            .iter()
            .enumerate()
            .filter_map(|(at, declared)| {
                Some(Declaration {
                    variable: named.contains(&at).then(|| self.variables[at].clone()),
                    code: declared.as_ref()?.code.clone(),
                })
            });
        let providers = self.providers.iter().map(|((package, alias), variable)| {
            let module = &self.modules[package];
            let code = format!("new {module}.Provider({}, {{}})", quoted(alias));
            let variable = Some(variable.clone());
            Declaration { variable, code }
        });
        ProgramText {
            uses_config: !self.context.secrets.all.is_empty(),
            uses_interpolate: self.context.uses_interpolate,
            uses_sdk: self.uses_sdk,
            modules: &self.modules,
            providers: providers.collect(),
            declarations: declarations.collect(),
            exports,
        }
        .to_string()
    }
}

/// Code whose resources are written by their variables already.
fn in_lines(code: &Code) -> String {
    code.lines(&Names::NAMESPACE, ObjectLines::OneForEachMember, 0, (0, 0))
}

fn uses_sdk(code: &Code) -> bool {
    let mut names = BTreeSet::new();
    code.sdk_names(&mut names);
    !names.is_empty()
}

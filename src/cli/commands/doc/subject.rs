//! Finds what a name such as `random.Id.hex` stands for.

use std::collections::BTreeSet;
use std::sync::Arc;

use lumi_graph::{
    EnumInterface, FunctionArguments, FunctionInterface, InterfaceError, PackageInterface,
    PackageInterfaces, PackageMember, PackageMembers, PropertySchema, ResourceInterface,
};

use super::type_label::object_in;
use lumi_project::nearest;
use lumi_terminal::exit::Exit;
use lumi_terminal::failure::Failure;
use lumi_terminal::ui::report::Report;

/// Something that a page is about.
pub enum Subject {
    Package(Arc<dyn PackageInterface>),
    Class(Member, Arc<ResourceInterface>),
    Function(Member, Arc<FunctionInterface>),
    Enumeration(Member, Arc<EnumInterface>),
    /// A property of a class or a function, or a property of an object in one.
    Property(Box<FoundProperty>),
}

/// A member of a package.
pub struct Member {
    /// As a program writes it: `random.Id`, `aws.data.sqsQueue`.
    pub path: String,
    pub token: String,
}

pub struct FoundProperty {
    pub path: String,
    /// The property as an input; functions have inputs only.
    pub input: Option<PropertySchema>,
    pub output: Option<PropertySchema>,
}

/// Finds a package, a member or a property.
///
/// # Errors
///
/// A name that does not exist, with the nearest one that does.
pub fn find(packages: &dyn PackageInterfaces, name: &str) -> Result<Subject, Failure> {
    let (package_name, rest) = name.split_once('.').unwrap_or((name, ""));
    let Some(package) = packages.open(package_name) else {
        let names = all_names(packages);
        let names = names.iter().map(String::as_str);
        let message = format!("the project has no package `{package_name}`");
        return Err(unknown(message, nearest(package_name, names)));
    };
    let package = package.map_err(undescribed)?;
    if rest.is_empty() {
        return Ok(Subject::Package(package));
    }
    let all = named_members(package.members());
    let member = all
        .iter()
        .filter(|(path, _)| is_at(rest, path))
        .max_by_key(|(path, _)| path.len());
    let Some((path, member)) = member else {
        let names = all.iter().map(|(path, _)| path.as_str());
        let message = format!("the package `{package_name}` has no member `{rest}`");
        return Err(unknown(message, nearest(rest, names)));
    };
    let properties = rest[path.len()..].trim_start_matches('.');
    let found = Member {
        path: format!("{package_name}.{path}"),
        token: member.token.clone(),
    };
    match described(&*package, found).map_err(undescribed)? {
        None => Err(Failure::error(format!(
            "the package `{package_name}` does not describe `{path}`"
        ))),
        Some(subject) if properties.is_empty() => Ok(subject),
        Some(subject) => property(&subject, properties),
    }
}

/// The names of all packages, also of the one that every project has.
pub fn all_names(packages: &dyn PackageInterfaces) -> BTreeSet<String> {
    let std = std::iter::once("std".to_owned());
    packages.names().into_iter().chain(std).collect()
}

/// Whether `path` is a name, or the beginning of it up to a period.
fn is_at(name: &str, path: &str) -> bool {
    let rest = name.strip_prefix(path);
    rest.is_some_and(|it| it.is_empty() || it.starts_with('.'))
}

/// The members of a package as a program writes them below the name of the package.
pub fn named_members(members: &PackageMembers) -> Vec<(String, &PackageMember)> {
    let lists = [
        ("", &members.resources),
        ("data.", &members.data),
        ("ephemeral.", &members.ephemeral),
        (members.functions_prefix(), &members.functions),
        ("", &members.enums),
    ];
    let named = lists.into_iter().flat_map(|(prefix, list)| {
        list.iter()
            .map(move |it| (format!("{prefix}{}", it.name), it))
    });
    named.collect()
}

fn described(
    package: &dyn PackageInterface,
    member: Member,
) -> Result<Option<Subject>, InterfaceError> {
    if let Some(class) = package.resource(&member.token)? {
        return Ok(Some(Subject::Class(member, class)));
    }
    if let Some(function) = package.function(&member.token)? {
        return Ok(Some(Subject::Function(member, function)));
    }
    let enumeration = package.enumeration(&member.token)?;
    Ok(enumeration.map(|it| Subject::Enumeration(member, it)))
}

/// The property at a path below a class or a function.
fn property(subject: &Subject, path: &str) -> Result<Subject, Failure> {
    let (member, inputs, outputs) = match subject {
        Subject::Class(member, class) => (member, Some(&*class.inputs), Some(&*class.outputs)),
        Subject::Function(member, function) => {
            let inputs = match &function.arguments {
                FunctionArguments::Named(of) => Some(&**of),
                FunctionArguments::Positional { .. } => None,
            };
            (member, inputs, object_in(&function.result))
        }
        _ => return Err(Failure::error("an enumeration has values, not properties")),
    };
    let at = |of: Option<&lumi_graph::ObjectType>| -> Option<PropertySchema> {
        let mut names = path.split('.');
        let mut found = of?.get(names.next()?)?;
        for name in names {
            found = object_in(&found.of)?.get(name)?;
        }
        Some(found.clone())
    };
    let (input, output) = (at(inputs), at(outputs));
    if input.is_none() && output.is_none() {
        let known = inputs.into_iter().chain(outputs);
        let known = known.flat_map(|it| it.properties.iter().map(|it| it.name.as_str()));
        let first = path.split('.').next().unwrap_or(path);
        let message = format!("{} has no property `{path}`", member.path);
        return Err(unknown(message, nearest(first, known)));
    }
    Ok(Subject::Property(Box::new(FoundProperty {
        path: format!("{}.{path}", member.path),
        input,
        output,
    })))
}

fn unknown(message: String, near: Option<&str>) -> Failure {
    let help = near.map(|it| format!("did you mean `{it}`?"));
    Failure::new(Exit::Usage, Report::error(message).maybe_help(help))
}

fn undescribed(error: InterfaceError) -> Failure {
    Failure::error(error.0)
}

//! The effects that functions and classes of Lumi have on their arguments.

/// How Lumi uses an argument of one of its functions or classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumed {
    /// Functions in it are code that runs elsewhere.
    Closure,
    /// Functions in it are called by the SDK during evaluation.
    Callback,
}

/// The use of the argument at `index` of an SDK function or class.
pub fn consumed(path: &str, index: usize, is_new: bool) -> Consumed {
    if let Some((class, method)) = of_cloud(path) {
        return match handler_of(class, method, is_new) == Some(index) {
            true => Consumed::Closure,
            false => Consumed::Callback,
        };
    }
    let inputs = match path {
        "lumi.compute" | "lumi.wrapClosure" | "lumi.FunctionAsset" | "lumi.defineClient" => 0,
        "lumi/dynamic.Resource" => 0,
        "lumi/dynamic.register" => 1,
        "lumi.CustomResource"
        | "lumi.ComponentResource"
        | "lumi.ProviderResource"
        | "lumi.RemoteComponent" => 2,
        _ if is_new && (path.starts_with("lumi/std.") || path.starts_with("lumi:")) => 1,
        _ => return Consumed::Callback,
    };
    // The inputs of a dynamic resource are behind its provider and its name.
    match index == inputs || (path == "lumi/dynamic.Resource" && index == 2) {
        true => Consumed::Closure,
        false => Consumed::Callback,
    }
}

/// The name before those of the classes of components.
const CLOUD: &str = "lumi/cloud.";

/// A class of `lumi/cloud`, and a method of its instances.
fn of_cloud(path: &str) -> Option<(&str, Option<&str>)> {
    let path = path.strip_prefix(CLOUD)?;
    Some(match path.split_once('.') {
        Some((class, method)) => (class, Some(method)),
        None => (path, None),
    })
}

/// The index of the argument that is a handler, or that infra classes make one of.
fn handler_of(class: &str, method: Option<&str>, is_new: bool) -> Option<usize> {
    match (class, method) {
        ("Function", None) if is_new => Some(1),
        ("Schedule", None) if is_new => Some(2),
        ("eventFunction", None) => Some(1),
        (_, Some("subscribe" | "subscribeToDeadLetters" | "mount")) => Some(1),
        ("Router", Some("get" | "post" | "put" | "patch" | "delete" | "any")) => Some(1),
        ("Router", Some("on")) => Some(2),
        _ => None,
    }
}

/// The class of what a call answers, if that is a component of `lumi/cloud`: methods with handlers answer their component.
pub fn component_of(path: &str, is_new: bool) -> Option<String> {
    let (class, method) = of_cloud(path)?;
    let is_component = match method {
        None => is_new && class != "HttpError",
        Some(_) => handler_of(class, method, is_new).is_some(),
    };
    is_component.then(|| format!("{CLOUD}{class}"))
}

/// Whether `path` is a class whose instances are resources.
pub fn is_resource_class(path: &str) -> bool {
    path.starts_with("lumi/std.")
        || matches!(of_cloud(path), Some((class, None)) if class != "HttpError")
        || path.starts_with("lumi:")
        || path == "lumi/dynamic.Resource"
        || path.starts_with("lumi.") && path.ends_with("Resource")
        || path == "lumi.RemoteComponent"
}

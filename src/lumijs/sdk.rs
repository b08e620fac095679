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

/// Whether `path` is a class whose instances are resources.
pub fn is_resource_class(path: &str) -> bool {
    path.starts_with("lumi/std.")
        || path.starts_with("lumi:")
        || path == "lumi/dynamic.Resource"
        || path.starts_with("lumi.") && path.ends_with("Resource")
        || path == "lumi.RemoteComponent"
}

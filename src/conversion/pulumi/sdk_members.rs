//! The members of Pulumi's SDK, and their counterparts.

/// The counterpart of a member of `@pulumi/pulumi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counterpart {
    /// A member of `lumi`.
    Lumi(&'static str),
    /// A member of `lumi/dynamic`.
    Dynamic(&'static str),
    /// A type of `lumi/testing`.
    Testing(&'static str),
    /// A type or a class of the language.
    Global(&'static str),
    /// A function that is `new Property` in Lumi.
    NewProperty,
    /// None that means the same, and what to write instead.
    Nothing(&'static str),
}

use Counterpart::{Dynamic, Global, Lumi, NewProperty, Nothing, Testing};

/// Members that have the same name in `lumi`.
const SAME: &[&str] = &[
    "Alias",
    "ComponentResource",
    "ComponentResourceOptions",
    "Config",
    "CustomResource",
    "CustomResourceOptions",
    "CustomTimeouts",
    "ErrorHook",
    "ErrorHookArgs",
    "ErrorHookFunction",
    "Input",
    "Inputs",
    "InvokeOptions",
    "NumberConfigOptions",
    "ProviderResource",
    "Resource",
    "ResourceHook",
    "ResourceHookArgs",
    "ResourceHookFunction",
    "ResourceHookOptions",
    "ResourceOptions",
    "ResourceTransform",
    "ResourceTransformArgs",
    "ResourceTransformResult",
    "StackReference",
    "Stash",
    "StringConfigOptions",
    "all",
    "concat",
    "getProject",
    "getRootDirectory",
    "getStack",
    "interpolate",
    "isSecret",
    "jsonParse",
    "jsonStringify",
    "log.debug",
    "log.error",
    "log.info",
    "log.warn",
    "secret",
    "unsecret",
];

const OTHERS: &[(&str, Counterpart)] = &[
    ("ComponentResource.isInstance", Nothing(IS_INSTANCE)),
    ("CustomResource.isInstance", Nothing(IS_INSTANCE)),
    ("ID", Global("string")),
    ("Lifted", Lumi("Property")),
    ("Output", Lumi("Property")),
    ("Output.create", NewProperty),
    ("Output.isInstance", Lumi("Property.isInstance")),
    ("OutputInstance", Lumi("Property")),
    ("ProviderResource.isInstance", Nothing(IS_INSTANCE)),
    ("ResourceTransformation", Lumi("ResourceTransform")),
    ("ResourceTransformationArgs", Lumi("ResourceTransformArgs")),
    (
        "ResourceTransformationResult",
        Lumi("ResourceTransformResult"),
    ),
    ("RunError", Global("Error")),
    ("URN", Global("string")),
    ("Unwrap", Lumi("Unwrapped")),
    ("asset.Archive", Lumi("Archive")),
    ("asset.Asset", Lumi("Asset")),
    ("asset.AssetArchive", Lumi("AssetArchive")),
    ("asset.AssetMap", Lumi("AssetMap")),
    ("asset.FileArchive", Lumi("FileArchive")),
    ("asset.FileAsset", Lumi("FileAsset")),
    ("asset.RemoteArchive", Lumi("RemoteArchive")),
    ("asset.RemoteAsset", Lumi("RemoteAsset")),
    ("asset.StringAsset", Lumi("StringAsset")),
    (
        "automation",
        Nothing("run commands of lumi with `node:child_process`, outside of the program"),
    ),
    (
        "deferredOutput",
        Nothing("write `Property.pending()`, which answers `{ property, resolve, reject }`"),
    ),
    ("dynamic.CheckFailure", Dynamic("CheckFailure")),
    ("dynamic.CheckResult", Dynamic("CheckResult")),
    ("dynamic.CreateResult", Dynamic("CreateResult")),
    ("dynamic.DiffResult", Dynamic("DiffResult")),
    ("dynamic.ReadResult", Dynamic("ReadResult")),
    ("dynamic.Resource", Dynamic("Resource")),
    ("dynamic.ResourceProvider", Dynamic("ResourceProvider")),
    ("dynamic.UpdateResult", Dynamic("UpdateResult")),
    (
        "getOrganization",
        Nothing("there are no organizations: write the name, or read it from the configuration"),
    ),
    (
        "iterable",
        Nothing("write `lumi.all(list).then((items) => Object.fromEntries(…))`"),
    ),
    (
        "mergeOptions",
        Nothing("write an object with both: `{ ...options, parent: this }`"),
    ),
    ("output", NewProperty),
    (
        "provider",
        Nothing("providers are plugins of Lumi: docs/providers.md"),
    ),
    (
        "recover",
        Nothing("write `property.then(undefined, (error) => …)`"),
    ),
    (
        "rootStackResource",
        Nothing("write `noParent: true` in an alias; other uses have no counterpart"),
    ),
    ("runtime.MockCallArgs", Testing("MockInvokeArgs")),
    ("runtime.MockCallResult", Global("Record<string, any>")),
    ("runtime.MockResourceArgs", Testing("MockResourceArgs")),
    ("runtime.MockResourceResult", Testing("MockResourceResult")),
    ("runtime.Mocks", Testing("Mocks")),
    ("runtime.getProject", Lumi("getProject")),
    ("runtime.getStack", Lumi("getStack")),
    (
        "runtime.invoke",
        Nothing("write `lumi.invoke(token, args)`, which answers a Property instead of a promise"),
    ),
    ("runtime.isDryRun", Lumi("isDryRun")),
    ("runtime.registerResourceTransform", Lumi(STACK_TRANSFORM)),
    ("runtime.registerStackTransform", Lumi(STACK_TRANSFORM)),
    ("runtime.registerStackTransformation", Lumi(STACK_TRANSFORM)),
    (
        "runtime.serializeFunction",
        Nothing(
            "pass the function itself as an input, or wrap it in a `FunctionAsset`: docs/closures.md",
        ),
    ),
    (
        "runtime.setMocks",
        Nothing("write tests with `lumi/testing`"),
    ),
    ("runtime.setAllConfig", Nothing(TEST_CONFIG)),
    ("runtime.setConfig", Nothing(TEST_CONFIG)),
];

const IS_INSTANCE: &str =
    "write `Resource.isInstance(value)`, which is true for resources of any class";
const TEST_CONFIG: &str = "write it as `config` in the options of a test of `lumi/testing`";
const STACK_TRANSFORM: &str = "registerStackTransform";

/// Modules of the SDK, which have members themselves.
const MODULES: &[&str] = &["asset", "dynamic", "log", "runtime"];

/// The advice for members without any counterpart.
const UNKNOWN: &str = "write what it did with the SDK of lumi, or remove it";

/// The counterpart of the longest part of a path that has one, and the number of its names; `None` for a module
/// itself.
pub fn counterpart(path: &[&str]) -> Option<(usize, Counterpart)> {
    for length in (1..=path.len().min(2)).rev() {
        let name = path[..length].join(".");
        if let Some(same) = SAME.iter().find(|it| **it == name) {
            return Some((length, Lumi(same)));
        }
        if let Some((_, other)) = OTHERS.iter().find(|it| it.0 == name) {
            return Some((length, *other));
        }
    }
    match path {
        [] => None,
        [module] if MODULES.contains(module) => None,
        _ => Some((path.len(), Nothing(UNKNOWN))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_path_counts() {
        assert_eq!(counterpart(&["Output"]), Some((1, Lumi("Property"))));
        assert_eq!(counterpart(&["Output", "create"]), Some((2, NewProperty)));
        assert_eq!(counterpart(&["all", "x", "y"]), Some((1, Lumi("all"))));
        assert_eq!(counterpart(&["asset"]), None);
        assert_eq!(counterpart(&["runtime", "x"]), Some((2, Nothing(UNKNOWN))));
    }

    #[test]
    fn every_counterpart_is_in_the_sdk() {
        let sdk = include_str!("../../../js/lumi/index.ts").to_owned()
            + include_str!("../../../js/lumi/dynamic.ts")
            + include_str!("../../../js/lumi/testing.ts")
            + include_str!("../../../js/lumi/log.ts");
        let has = |name: &str| {
            let mut words = sdk.split(|it: char| !it.is_alphanumeric());
            words.any(|it| it == name)
        };
        let same = SAME.iter().copied();
        let others = OTHERS.iter().filter_map(|it| match it.1 {
            Lumi(name) | Dynamic(name) | Testing(name) => Some(name),
            _ => None,
        });
        for name in same.chain(others) {
            // Static methods and types of settings are in files of their own.
            let first = name.split('.').next().unwrap();
            assert!(has(first), "{name}");
        }
    }
}

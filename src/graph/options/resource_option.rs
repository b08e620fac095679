//! The table of options.

use super::alias::Alias;
use super::custom_timeouts::CustomTimeouts;
use super::env_var_mappings::EnvVarMappings;
use super::hook_names::HookNames;
use super::option_error::OptionError;
use super::option_value::{OptionValue, Providers};
use super::parameterization::Parameterization;
use super::path_pattern::PathPattern;
use super::resource_options::ResourceOptions;
use crate::urn::Urn;
use crate::value::value::Value;

/// Declares the options: the method that returns an option, its variant, its type, and its name in
/// the SDK, in states and in messages.
macro_rules! options {
    ($($(#[$doc:meta])* $getter:ident: $variant:ident($type:ty) = $name:literal;)*) => {
        /// One option that a program set.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum ResourceOption {
            $($(#[$doc])* $variant($type),)*
            /// An option that this version does not know or cannot read, as it was written.
            Other { name: String, value: Value },
        }

        impl ResourceOption {
            pub const NAMES: &[&str] = &[$($name),*];

            pub fn name(&self) -> &str {
                match self {
                    $(Self::$variant(_) => $name,)*
                    Self::Other { name, .. } => name,
                }
            }

            /// Reads a known option; `None` for an unknown name.
            pub(super) fn read(name: &str, value: &Value) -> Option<Result<Self, OptionError>> {
                match name {
                    $($name => Some(OptionValue::read($name, value).map(Self::$variant)),)*
                    _ => None,
                }
            }

            pub(super) fn to_value(&self) -> Value {
                match self {
                    $(Self::$variant(value) => OptionValue::write(value),)*
                    Self::Other { value, .. } => value.clone(),
                }
            }
        }

        impl ResourceOptions {
            $($(#[$doc])*
            pub fn $getter(&self) -> <$type as OptionValue>::View<'_> {
                OptionValue::view(self.iter().find_map(|it| match it {
                    ResourceOption::$variant(value) => Some(value),
                    _ => None,
                }))
            })*
        }
    };
}

impl ResourceOption {
    /// The option of a name; [`Self::Other`] if there is none, or if the value is invalid.
    pub fn new(name: &str, value: Value) -> Self {
        match Self::read(name, &value) {
            Some(Ok(option)) => option,
            _ => Self::Other {
                name: name.to_owned(),
                value,
            },
        }
    }
}

// In the order in which options of the SDK are written and invalid ones are reported; the order is
// part of the bytes of states.
options! {
    /// Whether the object is protected from being deleted; `false` lifts the protection in the
    /// state, and an absent option does not.
    protect: Protect(bool) = "protect";
    /// Inputs whose changes are ignored.
    ignore_changes: IgnoreChanges(Vec<PathPattern>) = "ignoreChanges";
    /// Inputs whose changes replace the resource.
    replace_on_changes: ReplaceOnChanges(Vec<PathPattern>) = "replaceOnChanges";
    /// Differences that are hidden.
    hide_diffs: HideDiffs(Vec<PathPattern>) = "hideDiffs";
    /// Whether a replacement deletes the old object first; by default the provider decides.
    delete_before_replace: DeleteBeforeReplace(bool) = "deleteBeforeReplace";
    /// Former identities of the resource.
    aliases: Aliases(Vec<Alias>) = "aliases";
    /// The providers of the children, by package.
    providers: Providers(Providers) = "providers";
    /// The id of an existing object to import.
    import: Import(String) = "import";
    /// Whether the object stays when the resource is deleted.
    retain_on_delete: RetainOnDelete(bool) = "retainOnDelete";
    /// The resource whose deletion deletes this one, too.
    deleted_with: DeletedWith(Urn) = "deletedWith";
    /// Time limits of operations.
    custom_timeouts: CustomTimeouts(CustomTimeouts) = "customTimeouts";
    /// Outputs that are secret even if the provider does not mark them.
    additional_secret_outputs: AdditionalSecretOutputs(Vec<String>) = "additionalSecretOutputs";
    /// The version of the provider's package.
    version: Version(String) = "version";
    /// The resources whose outputs the declaring callback awaited.
    declared_after: DeclaredAfter(Vec<Urn>) = "declaredAfter";
    /// Resources whose replacement replaces this one, too.
    replace_with: ReplaceWith(Vec<Urn>) = "replaceWith";
    /// A value whose change replaces the resource.
    replacement_trigger: ReplacementTrigger(Value) = "replacementTrigger";
    /// Functions of the program that run before and after steps.
    hooks: Hooks(HookNames) = "hooks";
    /// The address that the provider's package is downloaded from.
    plugin_download_url: PluginDownloadUrl(String) = "pluginDownloadURL";
    /// Environment variables of the plugin of a provider resource.
    env_var_mappings: EnvVarMappings(EnvVarMappings) = "envVarMappings";
    /// The plugin of a package that consists of another one and its parameters.
    parameterization: Parameterization(Parameterization) = "parameterization";
}

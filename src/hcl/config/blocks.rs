//! The schemas of all blocks.

use crate::syntax::BodySchema;

pub fn file() -> BodySchema {
    BodySchema::new(
        &[],
        &[
            ("terraform", &[]),
            ("language", &[]),
            ("required_providers", &[]),
            ("provider", &["name"]),
            ("variable", &["name"]),
            ("locals", &[]),
            ("output", &["name"]),
            ("module", &["name"]),
            ("resource", &["type", "name"]),
            ("data", &["type", "name"]),
            ("ephemeral", &["type", "name"]),
            ("moved", &[]),
            ("import", &[]),
            ("check", &["name"]),
            ("removed", &[]),
        ],
    )
}

pub fn terraform() -> BodySchema {
    BodySchema::new(
        &["required_version", "experiments", "language"],
        &[
            ("backend", &["type"]),
            ("cloud", &[]),
            ("required_providers", &[]),
            ("provider_meta", &["provider"]),
            ("encryption", &[]),
        ],
    )
}

pub fn language() -> BodySchema {
    BodySchema::new(&["edition", "experiments"], &[("compatible_with", &[])])
}

pub fn compatible_with() -> BodySchema {
    BodySchema::new(&["opentofu"], &[])
}

pub fn provider() -> BodySchema {
    BodySchema::new(
        &[
            "alias",
            "version",
            "for_each",
            "count",
            "depends_on",
            "source",
        ],
        &[("_", &[]), ("lifecycle", &[]), ("locals", &[])],
    )
}

pub fn variable() -> BodySchema {
    BodySchema::new(
        &[
            "description",
            "default",
            "type",
            "sensitive",
            "ephemeral",
            "const",
            "deprecated",
            "nullable",
        ],
        &[("validation", &[])],
    )
}

pub fn output(is_override: bool) -> BodySchema {
    let value = if is_override { "value" } else { "value!" };
    BodySchema::new(
        &[
            "description",
            value,
            "depends_on",
            "sensitive",
            "ephemeral",
            "deprecated",
        ],
        &[("precondition", &[]), ("postcondition", &[])],
    )
}

pub fn module(is_override: bool) -> BodySchema {
    let source = if is_override { "source" } else { "source!" };
    BodySchema::new(
        &[
            source,
            "version",
            "count",
            "for_each",
            "depends_on",
            "providers",
        ],
        &[
            ("_", &[]),
            ("lifecycle", &[]),
            ("locals", &[]),
            ("provider", &["type"]),
        ],
    )
}

pub fn module_lifecycle() -> BodySchema {
    BodySchema::new(&["enabled"], &[])
}

pub fn resource() -> BodySchema {
    BodySchema::new(
        &["count", "for_each", "provider", "depends_on"],
        &[
            ("locals", &[]),
            ("lifecycle", &[]),
            ("connection", &[]),
            ("provisioner", &["type"]),
            ("_", &[]),
        ],
    )
}

pub fn data() -> BodySchema {
    BodySchema::new(
        &["count", "for_each", "provider", "depends_on"],
        &[("lifecycle", &[]), ("locals", &[]), ("_", &[])],
    )
}

pub fn lifecycle() -> BodySchema {
    BodySchema::new(
        &[
            "create_before_destroy",
            "prevent_destroy",
            "destroy",
            "ignore_changes",
            "replace_triggered_by",
            "enabled",
        ],
        &[("precondition", &[]), ("postcondition", &[])],
    )
}

pub fn condition() -> BodySchema {
    BodySchema::new(&["condition!", "error_message!"], &[])
}

pub fn check() -> BodySchema {
    BodySchema::new(&[], &[("data", &["type", "name"]), ("assert", &[])])
}

pub fn moved() -> BodySchema {
    BodySchema::new(&["from!", "to!"], &[])
}

pub fn import() -> BodySchema {
    BodySchema::new(&["provider", "id", "identity", "to!", "for_each"], &[])
}

pub fn removed() -> BodySchema {
    BodySchema::new(
        &["from!"],
        &[("lifecycle", &[]), ("provisioner", &["type"])],
    )
}

pub fn removed_lifecycle() -> BodySchema {
    BodySchema::new(&["destroy"], &[])
}

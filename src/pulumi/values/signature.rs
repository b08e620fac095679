//! The signatures of `pulumirpc`, exactly as its peers write them.

/// The key that marks special objects; its value is the kind.
pub const KEY: &str = "4dabf18193072939515e22adb298388d";

pub const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
pub const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
pub const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";
pub const RESOURCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
pub const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/// An unknown value of any type; the one that Lumi writes.
pub const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// Unknown values of a known type: boolean, number, array, asset, archive, object.
const UNKNOWN_OF_TYPE: [&str; 6] = [
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/// The placeholder of an unknown id.
pub fn unknown_id() -> &'static str {
    UNKNOWN
}

pub fn is_unknown(text: &str) -> bool {
    text.len() == UNKNOWN.len() && (text == UNKNOWN || UNKNOWN_OF_TYPE.contains(&text))
}

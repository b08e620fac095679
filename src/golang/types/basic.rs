//! The types that Go declares.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Basic {
    Invalid,
    Bool,
    Text,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uintptr,
    Float32,
    Float64,
    UntypedBool,
    UntypedInt,
    UntypedRune,
    UntypedFloat,
    UntypedText,
    Nil,
}

impl Basic {
    /// In the order of their numbers.
    pub const ALL: [Self; 22] = [
        Self::Invalid,
        Self::Bool,
        Self::Text,
        Self::Int,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Uint,
        Self::Uint8,
        Self::Uint16,
        Self::Uint32,
        Self::Uint64,
        Self::Uintptr,
        Self::Float32,
        Self::Float64,
        Self::UntypedBool,
        Self::UntypedInt,
        Self::UntypedRune,
        Self::UntypedFloat,
        Self::UntypedText,
        Self::Nil,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid type",
            Self::Bool => "bool",
            Self::Text => "string",
            Self::Int => "int",
            Self::Int8 => "int8",
            Self::Int16 => "int16",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Uint => "uint",
            Self::Uint8 => "uint8",
            Self::Uint16 => "uint16",
            Self::Uint32 => "uint32",
            Self::Uint64 => "uint64",
            Self::Uintptr => "uintptr",
            Self::Float32 => "float32",
            Self::Float64 => "float64",
            Self::UntypedBool => "untyped bool",
            Self::UntypedInt => "untyped int",
            Self::UntypedRune => "untyped rune",
            Self::UntypedFloat => "untyped float",
            Self::UntypedText => "untyped string",
            Self::Nil => "untyped nil",
        }
    }

    pub fn is_untyped(self) -> bool {
        self >= Self::UntypedBool
    }

    pub fn is_integer(self) -> bool {
        (Self::Int..=Self::Uintptr).contains(&self)
            || matches!(self, Self::UntypedInt | Self::UntypedRune)
    }

    pub fn is_unsigned(self) -> bool {
        (Self::Uint..=Self::Uintptr).contains(&self)
    }

    pub fn is_float(self) -> bool {
        matches!(self, Self::Float32 | Self::Float64 | Self::UntypedFloat)
    }

    pub fn is_number(self) -> bool {
        self.is_integer() || self.is_float()
    }

    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::UntypedText)
    }

    pub fn is_bool(self) -> bool {
        matches!(self, Self::Bool | Self::UntypedBool)
    }

    /// The number of bits of an integer.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int8 | Self::Uint8 => 8,
            Self::Int16 | Self::Uint16 => 16,
            Self::Int32 | Self::Uint32 => 32,
            _ => 64,
        }
    }

    /// The type that an untyped constant gets where nothing else says one.
    pub fn default_type(self) -> Self {
        match self {
            Self::UntypedBool => Self::Bool,
            Self::UntypedInt => Self::Int,
            Self::UntypedRune => Self::Int32,
            Self::UntypedFloat => Self::Float64,
            Self::UntypedText => Self::Text,
            other => other,
        }
    }
}

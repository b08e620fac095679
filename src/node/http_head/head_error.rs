//! Why a head is refused, with the codes and texts that packages made for Node compare.

#[derive(Debug, PartialEq, Eq)]
pub struct HeadError {
    pub code: &'static str,
    pub text: &'static str,
    /// The number of bytes before the fault.
    pub place: usize,
}

impl HeadError {
    pub fn new(code: &'static str, text: &'static str, place: usize) -> Self {
        Self { code, text, place }
    }

    pub fn overflow(place: usize) -> Self {
        Self::new("HPE_HEADER_OVERFLOW", "Header overflow", place)
    }

    pub fn method(place: usize) -> Self {
        Self::new("HPE_INVALID_METHOD", "Invalid method encountered", place)
    }

    pub fn protocol(place: usize) -> Self {
        Self::new(
            "HPE_INVALID_CONSTANT",
            "Expected HTTP/, RTSP/ or ICE/",
            place,
        )
    }

    pub fn version(text: &'static str, place: usize) -> Self {
        Self::new("HPE_INVALID_VERSION", text, place)
    }

    pub fn token(text: &'static str, place: usize) -> Self {
        Self::new("HPE_INVALID_HEADER_TOKEN", text, place)
    }

    pub fn content_length(text: &'static str, place: usize) -> Self {
        Self::new("HPE_INVALID_CONTENT_LENGTH", text, place)
    }

    pub fn transfer_encoding(text: &'static str, place: usize) -> Self {
        Self::new("HPE_INVALID_TRANSFER_ENCODING", text, place)
    }
}

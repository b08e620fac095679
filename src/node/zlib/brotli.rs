//! Brotli.

use brotli::enc::StandardAlloc;
use brotli::enc::encode::BrotliEncoderParameter;
use brotli::enc::encode::{BrotliEncoderOperation, BrotliEncoderStateStruct};
use brotli::{BrotliDecompressStream, BrotliResult, BrotliState};

use super::codec::Progress;
use super::error::{Code, ZlibError};

pub struct BrotliEncoder {
    state: BrotliEncoderStateStruct<StandardAlloc>,
}

impl BrotliEncoder {
    /// `parameters` are pairs of a parameter's number and its value; unknown ones are passed over.
    pub fn new(parameters: &[(u32, i64)]) -> Self {
        let mut state = BrotliEncoderStateStruct::new(StandardAlloc::default());
        for (number, value) in parameters {
            if let Some(parameter) = parameter(*number) {
                state.set_parameter(parameter, *value as u32);
            }
        }
        Self { state }
    }

    pub fn process(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        flush: i32,
    ) -> Result<Progress, ZlibError> {
        let operation = match flush {
            1 => BrotliEncoderOperation::BROTLI_OPERATION_FLUSH,
            2 => BrotliEncoderOperation::BROTLI_OPERATION_FINISH,
            _ => BrotliEncoderOperation::BROTLI_OPERATION_PROCESS,
        };
        let (mut unread, mut consumed) = (input.len(), 0);
        let (mut room, mut written) = (output.len(), 0);
        let is_done = self.state.compress_stream(
            operation,
            &mut unread,
            input,
            &mut consumed,
            &mut room,
            output,
            &mut written,
            &mut None,
            &mut |_, _, _, _| (),
        );
        if !is_done {
            return Err(ZlibError::new(
                "Compression failed",
                "ERR_BROTLI_COMPRESSION_FAILED",
                -2,
            ));
        }
        Ok(Progress {
            consumed,
            written,
            is_end: self.state.is_finished(),
        })
    }
}

fn parameter(number: u32) -> Option<BrotliEncoderParameter> {
    use BrotliEncoderParameter as Parameter;
    Some(match number {
        0 => Parameter::BROTLI_PARAM_MODE,
        1 => Parameter::BROTLI_PARAM_QUALITY,
        2 => Parameter::BROTLI_PARAM_LGWIN,
        3 => Parameter::BROTLI_PARAM_LGBLOCK,
        4 => Parameter::BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING,
        5 => Parameter::BROTLI_PARAM_SIZE_HINT,
        6 => Parameter::BROTLI_PARAM_LARGE_WINDOW,
        _ => return None,
    })
}

pub struct BrotliDecoder {
    state: BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>,
    total: usize,
}

impl BrotliDecoder {
    pub fn new() -> Self {
        let memory = StandardAlloc::default;
        Self {
            state: BrotliState::new(memory(), memory(), memory()),
            total: 0,
        }
    }

    pub fn process(&mut self, input: &[u8], output: &mut [u8]) -> Result<Progress, ZlibError> {
        let (mut unread, mut consumed) = (input.len(), 0);
        let (mut room, mut written) = (output.len(), 0);
        let result = BrotliDecompressStream(
            &mut unread,
            &mut consumed,
            input,
            &mut room,
            &mut written,
            output,
            &mut self.total,
            &mut self.state,
        );
        if let BrotliResult::ResultFailure = result {
            return Err(self.failure());
        }
        Ok(Progress {
            consumed,
            written,
            is_end: matches!(result, BrotliResult::ResultSuccess),
        })
    }

    fn failure(&self) -> ZlibError {
        let code = self.state.error_code;
        let name = format!("{code:?}");
        let name = name.strip_prefix("BROTLI_DECODER").unwrap_or(&name);
        ZlibError {
            message: "Decompression failed".into(),
            code: Code(format!("ERR_{name}").into()),
            errno: f64::from(code as i32),
        }
    }
}

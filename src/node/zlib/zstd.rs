//! Zstandard.

use zstd_safe::zstd_sys::ZSTD_EndDirective;
use zstd_safe::{
    CCtx, CParameter, DCtx, DParameter, ErrorCode, InBuffer, OutBuffer, Strategy, get_error_name,
};

use super::codec::Progress;
use super::error::{Code, ZlibError};

/// The options of a program; numbers are those of the library.
pub struct ZstdOptions<'a> {
    pub parameters: &'a [(u32, i64)],
    pub dictionary: &'a [u8],
    /// The bytes of the whole input, if they are known before.
    pub pledged_size: Option<u64>,
}

pub struct ZstdEncoder {
    context: CCtx<'static>,
}

impl ZstdEncoder {
    pub fn new(options: &ZstdOptions<'_>) -> Result<Self, ZlibError> {
        let mut context = CCtx::try_create().ok_or_else(ZlibError::memory)?;
        for (number, value) in options.parameters {
            let parameter = encoder_parameter(*number, *value).ok_or_else(ZlibError::state)?;
            context.set_parameter(parameter).map_err(failure)?;
        }
        if !options.dictionary.is_empty() {
            let loaded = context.load_dictionary(options.dictionary);
            loaded.map_err(failure)?;
        }
        if options.pledged_size.is_some() {
            let pledged = context.set_pledged_src_size(options.pledged_size);
            pledged.map_err(failure)?;
            // A frame that begins with its end would have the size of its input instead.
            let (mut input, mut output) = (InBuffer::around(&[]), OutBuffer::around(&mut [][..]));
            let begun = context.compress_stream2(
                &mut output,
                &mut input,
                ZSTD_EndDirective::ZSTD_e_continue,
            );
            begun.map_err(failure)?;
        }
        Ok(Self { context })
    }

    pub fn process(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        flush: i32,
    ) -> Result<Progress, ZlibError> {
        let directive = match flush {
            1 => ZSTD_EndDirective::ZSTD_e_flush,
            2 => ZSTD_EndDirective::ZSTD_e_end,
            _ => ZSTD_EndDirective::ZSTD_e_continue,
        };
        let (mut input, mut output) = (InBuffer::around(input), OutBuffer::around(output));
        let result = self
            .context
            .compress_stream2(&mut output, &mut input, directive);
        let unwritten = result.map_err(failure)?;
        Ok(Progress {
            consumed: input.pos(),
            written: output.pos(),
            is_end: flush == 2 && unwritten == 0,
        })
    }
}

/// The bytes that tables and window of an encoder take at most: the library makes them as large as its
/// level says, or as the parameters that the program gave.
pub fn encoder_memory(parameters: &[(u32, i64)]) -> usize {
    let given = |number: u32| parameters.iter().rev().find(|it| it.0 == number);
    let level = given(100).map_or(3, |it| it.1);
    // Window, entries of the chain and entries of the hash table, as powers of two.
    let usual = match level {
        22.. => [27, 27, 25],
        21 => [26, 26, 24],
        20 => [25, 25, 23],
        15..=19 => [23, 24, 22],
        _ => [22, 22, 22],
    };
    let size = |number: u32, usual: i64, unit: usize| {
        let power = given(number).filter(|it| it.1 > 0).map_or(usual, |it| it.1);
        unit << power.clamp(0, 40)
    };
    size(101, usual[0], 1) + size(103, usual[1], 4) + size(102, usual[2], 4)
}

fn encoder_parameter(number: u32, value: i64) -> Option<CParameter> {
    use CParameter as Parameter;
    let size = u32::try_from(value).ok();
    let is_on = value != 0;
    Some(match number {
        100 => Parameter::CompressionLevel(i32::try_from(value).ok()?),
        101 => Parameter::WindowLog(size?),
        102 => Parameter::HashLog(size?),
        103 => Parameter::ChainLog(size?),
        104 => Parameter::SearchLog(size?),
        105 => Parameter::MinMatch(size?),
        106 => Parameter::TargetLength(size?),
        107 => Parameter::Strategy(strategy(value)?),
        160 => Parameter::EnableLongDistanceMatching(is_on),
        161 => Parameter::LdmHashLog(size?),
        162 => Parameter::LdmMinMatch(size?),
        163 => Parameter::LdmBucketSizeLog(size?),
        164 => Parameter::LdmHashRateLog(size?),
        200 => Parameter::ContentSizeFlag(is_on),
        201 => Parameter::ChecksumFlag(is_on),
        202 => Parameter::DictIdFlag(is_on),
        400 => Parameter::NbWorkers(size?),
        401 => Parameter::JobSize(size?),
        402 => Parameter::OverlapSizeLog(size?),
        _ => return None,
    })
}

fn strategy(number: i64) -> Option<Strategy> {
    Some(match number {
        1 => Strategy::ZSTD_fast,
        2 => Strategy::ZSTD_dfast,
        3 => Strategy::ZSTD_greedy,
        4 => Strategy::ZSTD_lazy,
        5 => Strategy::ZSTD_lazy2,
        6 => Strategy::ZSTD_btlazy2,
        7 => Strategy::ZSTD_btopt,
        8 => Strategy::ZSTD_btultra,
        9 => Strategy::ZSTD_btultra2,
        _ => return None,
    })
}

pub struct ZstdDecoder {
    context: DCtx<'static>,
}

impl ZstdDecoder {
    pub fn new(options: &ZstdOptions<'_>) -> Result<Self, ZlibError> {
        let mut context = DCtx::try_create().ok_or_else(ZlibError::memory)?;
        for (number, value) in options.parameters {
            let value = u32::try_from(*value).ok().filter(|_| *number == 100);
            let parameter = DParameter::WindowLogMax(value.ok_or_else(ZlibError::state)?);
            context.set_parameter(parameter).map_err(failure)?;
        }
        let loaded = context.load_dictionary(options.dictionary);
        loaded.map_err(failure)?;
        Ok(Self { context })
    }

    pub fn process(&mut self, input: &[u8], output: &mut [u8]) -> Result<Progress, ZlibError> {
        let (mut input, mut output) = (InBuffer::around(input), OutBuffer::around(output));
        let result = self.context.decompress_stream(&mut output, &mut input);
        let wanted = result.map_err(failure)?;
        Ok(Progress {
            consumed: input.pos(),
            written: output.pos(),
            is_end: wanted == 0,
        })
    }
}

/// The library counts its errors down from zero in an unsigned number.
fn failure(code: ErrorCode) -> ZlibError {
    let number = code.wrapping_neg();
    ZlibError {
        message: get_error_name(code).into(),
        code: Code(format!("ZSTD_error_{}", error_name(number)).into()),
        errno: u32::try_from(number).map_or(1.0, f64::from),
    }
}

/// The names in the library's header `zstd_errors.h`.
fn error_name(number: usize) -> &'static str {
    match number {
        10 => "prefix_unknown",
        12 => "version_unsupported",
        14 => "frameParameter_unsupported",
        16 => "frameParameter_windowTooLarge",
        20 => "corruption_detected",
        22 => "checksum_wrong",
        24 => "literals_headerWrong",
        30 => "dictionary_corrupted",
        32 => "dictionary_wrong",
        34 => "dictionaryCreation_failed",
        40 => "parameter_unsupported",
        41 => "parameter_combination_unsupported",
        42 => "parameter_outOfBound",
        44 => "tableLog_tooLarge",
        46 => "maxSymbolValue_tooLarge",
        48 => "maxSymbolValue_tooSmall",
        50 => "stabilityCondition_notRespected",
        60 => "stage_wrong",
        62 => "init_missing",
        64 => "memory_allocation",
        66 => "workSpace_tooSmall",
        70 => "dstSize_tooSmall",
        72 => "srcSize_wrong",
        74 => "dstBuffer_null",
        80 => "noForwardProgress_destFull",
        82 => "noForwardProgress_inputEmpty",
        _ => "GENERIC",
    }
}

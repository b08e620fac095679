//! Text as bytes in memory of the program, behind `Buffer` and sockets.

use deno_core::{op2, v8};

/// Bytes that a character of V8's text takes at most in UTF-8.
const LARGEST: usize = 3;

/// How many bytes a text has in UTF-8.
#[op2(fast)]
pub fn op_lumi_text_length(scope: &mut v8::PinScope<'_, '_>, text: v8::Local<v8::Value>) -> u32 {
    let length = text
        .try_cast::<v8::String>()
        .map(|it| it.utf8_length(scope));
    length
        .ok()
        .and_then(|it| u32::try_from(it).ok())
        .unwrap_or(0)
}

/// Writes a text into `room`, from `at` on, in UTF-8 or in latin1, which keeps the lower byte of each code unit.
/// Answers the number of bytes, or -1 if they do not fit: then nothing is written.
#[op2(fast)]
#[smi]
pub fn op_lumi_text_write(
    scope: &mut v8::PinScope<'_, '_>,
    text: v8::Local<v8::Value>,
    is_latin1: bool,
    #[buffer] room: &mut [u8],
    #[smi] at: u32,
) -> i32 {
    let written = written(scope, text, is_latin1, room, at as usize);
    written.and_then(|it| i32::try_from(it).ok()).unwrap_or(-1)
}

fn written(
    scope: &v8::PinScope<'_, '_>,
    text: v8::Local<v8::Value>,
    is_latin1: bool,
    room: &mut [u8],
    at: usize,
) -> Option<usize> {
    let text = text.try_cast::<v8::String>().ok()?;
    let room = room.get_mut(at..)?;
    let flags = v8::WriteFlags::kReplaceInvalidUtf8;
    if is_latin1 {
        let room = room.get_mut(..text.length())?;
        text.write_one_byte_v2(scope, 0, room, v8::WriteFlags::empty());
        return Some(room.len());
    }
    let fits = text.length() <= room.len() / LARGEST || text.utf8_length(scope) <= room.len();
    fits.then(|| text.write_utf8_v2(scope, room, flags, None))
}

//! Changes of npm packages that are compiled in, where they differ from the version of Node that
//! Lumi follows. Each text that is replaced occurs exactly once in its file.

/// A file of a package, the text in it, and what stands there instead.
type Patch = (&'static str, &'static str, &'static str);

const PATCHES: &[Patch] = &[
    // Globals that are compiled when a program first uses them.
    (
        "lib/internal/streams/operators.js",
        "const AbortController = globalThis.AbortController || require('abort-controller').AbortController\n",
        "",
    ),
    (
        "lib/internal/streams/pipeline.js",
        "const AbortController = globalThis.AbortController || require('abort-controller').AbortController\n",
        "",
    ),
    (
        "lib/internal/streams/duplexify.js",
        "const AbortController = globalThis.AbortController || require('abort-controller').AbortController\n",
        "",
    ),
    (
        "lib/internal/streams/duplexify.js",
        "const Blob = globalThis.Blob || bufferModule.Blob\n",
        "",
    ),
    (
        "lib/internal/streams/duplexify.js",
        "  typeof Blob !== 'undefined'\n",
        "  true\n",
    ),
    (
        "lib/ours/util.js",
        "const AbortSignal = globalThis.AbortSignal || require('abort-controller').AbortSignal
const AbortController = globalThis.AbortController || require('abort-controller').AbortController\n",
        "",
    ),
    (
        "lib/ours/util.js",
        "const Blob = globalThis.Blob || bufferModule.Blob\n",
        "",
    ),
    (
        "lib/ours/util.js",
        "  typeof Blob !== 'undefined'\n",
        "  true\n",
    ),
    (
        "lib/ours/util.js",
        "    AbortSignal.any ||\n",
        "    ((signals) => AbortSignal.any(signals)) ||\n",
    ),
    // An encoding that is not known is an error of the constructor.
    (
        "lib/internal/streams/readable.js",
        "this.defaultEncoding = (options && options.defaultEncoding) || 'utf8'",
        "this.defaultEncoding = require('./writable').knownEncoding(options)",
    ),
    (
        "lib/internal/streams/writable.js",
        "this.defaultEncoding = (options && options.defaultEncoding) || 'utf8'",
        "this.defaultEncoding = Writable.knownEncoding(options)",
    ),
    (
        "lib/internal/streams/writable.js",
        "Writable.prototype.cork = ",
        "ObjectDefineProperty(Writable, 'knownEncoding', {
  __proto__: null,
  value(options) {
    const name = options?.defaultEncoding ?? 'utf8'
    if (Buffer.isEncoding(name)) return name
    throw new ERR_UNKNOWN_ENCODING(name)
  }
})
Writable.prototype.cork = ",
    ),
    // Objects have no encoding, and bytes may be those of any view.
    (
        "lib/internal/streams/writable.js",
        "    if (!encoding) encoding = state.defaultEncoding
",
        "    if (state.objectMode) {}
    else if (!encoding) encoding = state.defaultEncoding
",
    ),
    (
        "lib/internal/streams/writable.js",
        "if (Stream._isUint8Array(chunk))",
        "if (ArrayBuffer.isView(chunk))",
    ),
    (
        "lib/internal/streams/writable.js",
        "['string', 'Buffer', 'Uint8Array']",
        "['string', 'Buffer', 'TypedArray', 'DataView']",
    ),
    (
        "lib/internal/streams/readable.js",
        "if (Stream._isUint8Array(chunk))",
        "if (ArrayBuffer.isView(chunk))",
    ),
    (
        "lib/internal/streams/readable.js",
        "['string', 'Buffer', 'Uint8Array']",
        "['string', 'Buffer', 'TypedArray', 'DataView']",
    ),
    // Callbacks of a success get null.
    (
        "lib/internal/streams/writable.js",
        "    state.pendingcb--
    cb()
",
        "    state.pendingcb--
    cb(null)
",
    ),
    (
        "lib/internal/streams/writable.js",
        "onfinishCallbacks[i]()",
        "onfinishCallbacks[i](null)",
    ),
    // An error instead of a call of a class.
    (
        "lib/internal/streams/writable.js",
        "? err : ERR_MULTIPLE_CALLBACK()",
        "? err : new ERR_MULTIPLE_CALLBACK()",
    ),
    // A stream is finished when the callbacks of its writes were called.
    (
        "lib/internal/streams/end-of-stream.js",
        "(writableFinished || isWritable(stream) === false)",
        "(writableFinished || isWritable(stream) === false) &&
    !(wState?.pendingcb > 0)",
    ),
];

/// The text of a file of a package with its changes.
pub fn patched(file: &str, text: String) -> String {
    let own = PATCHES.iter().filter(|it| it.0 == file);
    own.fold(text, |text, (_, from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{file}: {from:?}");
        text.replacen(from, to, 1)
    })
}

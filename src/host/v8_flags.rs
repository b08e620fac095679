//! The flags of V8 in a process that runs a program, and the stack that they need.
//!
//! The build script sets them as well: V8 refuses code caches that were made with other flags
//! (`build/code_cache.rs`).

/// - Turbofan's loop unrolling takes the interrupt check out of loops that call builtins only.
///   Nothing could stop such a loop: not Ctrl-C, not `--timeout`, not `--heap-limit`.
/// - Resources live as long as the program. A large young generation spares no copies, and each of
///   its pages costs a page fault: 2 MiB instead of 8.
/// - For the same reason the old generation is marked no sooner than when it holds 64 MiB.
/// - V8's parser needs up to 1.5 KiB for each level of nesting, and the check of
///   `lumi_closure::nesting` lets 5,000 levels pass.
///
/// `docs/performance.md` lists the savings.
pub const V8_FLAGS: &str = "--no-turboshaft-loop-unrolling --stack-size=8000 --max-semi-space-size=2 --initial-old-space-size=64";

/// Further flags of a process that runs a program, which code caches do not depend on: what a first import
/// of packages makes fits into the young generation. A function that waits for calls keeps a smaller one.
#[allow(dead_code, reason = "the build script needs the others only")]
pub const PROGRAM_FLAGS: &str = "--min-semi-space-size=2";

/// The size of the stack of a thread with an isolate, in bytes. V8 uses 8,000 KiB (`--stack-size`) for JavaScript and for
/// parsing; native frames between JavaScript frames (conversion of deep trees, especially in debug builds) need the rest.
#[allow(dead_code, reason = "the build script needs the flags only")]
pub const STACK: usize = 24 << 20;

//! Fatal errors of V8, which end the process after a message.
//!
//! V8 reports a failed check to a callback. For a value that is larger than V8 can represent, V8
//! prints a line and raises a trap; a signal handler then prints a message for the user. V8's stack
//! of native frames would stand in between, and says nothing to that user.

use std::sync::OnceLock;

use deno_core::v8;

/// Exit code if the program requested something too large.
const TOO_LARGE: i32 = 1;
/// Exit code if the machine has no threads.
const NO_THREADS: i32 = 1;
/// Exit code of a bug in Lumi or V8.
const BUG: i32 = 70;

const TRAPPED: &str = "error: V8 ended the program because of the failure described above\nhelp: \
                       where they say `invalid size`, a text or array has become too large for \
                       V8: split it into parts\n";
const NO_THREAD: &str = "error: V8 cannot start its threads\nhelp: the machine, a container or `ulimit -u` limits the \
     number of processes and threads: raise that limit, or end other processes\n";
const OUT_OF_MEMORY: &str = "error: the program ran out of memory in a single allocation; raise \
     --heap-limit if it needs that much\n";

/// The consequence for the run, for the message.
static CONSEQUENCE: OnceLock<&'static str> = OnceLock::new();

/// Sets the consequence at the end of the message of a fatal error.
pub fn set_consequence(consequence: &'static str) {
    // Only the first call counts: a process does one deployment.
    let _ = CONSEQUENCE.set(consequence);
}

/// Must be called before V8 starts.
pub fn install() {
    v8::V8::set_fatal_error_handler(|_file: &str, _line: i32, message: &str| failed_check(message));
    for signal in [libc::SIGTRAP, libc::SIGILL] {
        // SAFETY: the handler does nothing but what is allowed in one: it writes, and ends the process.
        unsafe { libc::signal(signal, trapped as *const () as libc::sighandler_t) };
    }
}

unsafe extern "C" {
    /// `v8::base::SetPrintStackTrace`: the function that prints native frames after a fatal error.
    #[link_name = "_ZN2v84base18SetPrintStackTraceEPFvvE"]
    fn set_stack_printer(print: Option<extern "C" fn()>);
}

/// Leaves out native frames. V8's platform, which is made once, sets its own printer of them.
pub fn hide_native_frames() {
    // SAFETY: V8 checks that there is a printer before it calls one.
    unsafe { set_stack_printer(None) };
}

extern "C" fn trapped(_signal: libc::c_int) {
    end(&[TRAPPED], TOO_LARGE)
}

fn failed_check(message: &str) {
    // Of the threads of V8.
    if message.contains("Check failed: Start()") {
        end(&[NO_THREAD], NO_THREADS)
    }
    let help =
        "\nhelp: this is a bug in lumi or in V8; please report it with the program that shows it\n";
    end(&["error: V8 cannot go on: ", message, help], BUG)
}

/// Reports that memory ran out, and ends the process.
pub fn out_of_memory() -> ! {
    end(&[OUT_OF_MEMORY], TOO_LARGE)
}

/// Allocates nothing and takes no lock: the state of the process is unknown.
fn end(text: &[&str], code: i32) -> ! {
    for part in text {
        write(part);
    }
    if let Some(consequence) = CONSEQUENCE.get() {
        for part in ["note: ", consequence, "\n"] {
            write(part);
        }
    }
    exit_now(code)
}

fn write(text: &str) {
    // SAFETY: pointer and length are those of a text.
    unsafe { libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len()) };
}

fn exit_now(code: i32) -> ! {
    // SAFETY: it takes a number and does not return; destructors must not run while V8 is broken.
    unsafe { libc::_exit(code) }
}

//! The processor time of a process.

use std::time::Duration;

/// The time that the process has used so far; `None` where the system does not say (Linux does), or if it is gone.
#[cfg(target_os = "linux")]
pub fn used(process: u32) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: both pointers are those of values that live as long as the calls.
    let is_known = unsafe {
        libc::clock_getcpuclockid(process.cast_signed(), &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    is_known.then(|| Duration::new(seconds, nanoseconds))
}

#[cfg(not(target_os = "linux"))]
pub fn used(_: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_while_something_is_done() {
        let own = || used(std::process::id()).unwrap();
        let before = own();
        while own() < before + Duration::from_millis(2) {
            std::hint::spin_loop();
        }
    }
}

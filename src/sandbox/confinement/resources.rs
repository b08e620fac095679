//! Resource limits of the process.

use super::Confinement;

/// Maximum number of open file descriptors.
const DESCRIPTORS: libc::rlim_t = 4096;

/// Memory and processes have no rlimit: V8 reserves far more address space than its heap needs, so
/// V8's own heap limit applies; processes are counted per user, threads included, so seccomp
/// refuses them.
pub fn apply(confinement: &Confinement) -> bool {
    let nothing_writable = confinement.writable.as_ref().is_some_and(Vec::is_empty);
    let mut done = lower(libc::RLIMIT_CORE, 0) && lower(libc::RLIMIT_NOFILE, DESCRIPTORS);
    if nothing_writable && !confinement.programs {
        done &= lower(libc::RLIMIT_FSIZE, 0);
    }
    done
}

/// Lowers both limits to `most`; a lower limit stays.
fn lower(resource: libc::__rlimit_resource_t, most: libc::rlim_t) -> bool {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the pointer is to a live value of that type.
    if unsafe { libc::getrlimit(resource, &raw mut limit) } != 0 {
        return false;
    }
    limit.rlim_cur = limit.rlim_cur.min(most);
    limit.rlim_max = limit.rlim_max.min(most);
    // SAFETY: as above.
    unsafe { libc::setrlimit(resource, &raw const limit) == 0 }
}

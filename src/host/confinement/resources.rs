//! Resource limits of the process.

use super::Confinement;

/// Sockets, pipes and files at a time.
const DESCRIPTORS: libc::rlim_t = 4096;

/// V8 reserves address space for its heap many times over, so that memory is limited by V8's own heap
/// limit instead; the number of processes is counted for the user, threads included, so that seccomp
/// refuses them instead.
pub fn apply(confinement: &Confinement) -> bool {
    let nothing_writable = confinement.writable.as_ref().is_some_and(Vec::is_empty);
    let mut done = lower(libc::RLIMIT_CORE, 0) && lower(libc::RLIMIT_NOFILE, DESCRIPTORS);
    if nothing_writable && !confinement.programs {
        done &= lower(libc::RLIMIT_FSIZE, 0);
    }
    done
}

/// Sets both limits to `most`, or leaves what is lower already.
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

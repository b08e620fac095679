//! One process from start to end, with its time and memory.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::Result;
use crate::process_tree::peak_while;

/// The costs of one process.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub wall: Duration,
    /// In bytes.
    pub peak_rss: u64,
    /// Bytes handed to the disk, as the kernel counts them in blocks.
    pub written: u64,
    /// The work of the processors for it and for the processes that it has waited for.
    pub cpu: Duration,
    /// The time that counts, where it is not that of the whole process: until the first byte arrived,
    /// what the process printed, or the work of the processors for it.
    pub counted: Option<Duration>,
}

/// Runs a command and drops its output.
pub fn measure(mut command: Command) -> Result<Sample> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let child = command.spawn()?;
    finish(&child, start, None)
}

/// Runs a command and answers the memory of all its processes together.
pub fn measure_tree(mut command: Command) -> Result<Sample> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let child = command.spawn()?;
    let (sample, peak) = peak_while(&child, || finish(&child, start, None))?;
    Ok(Sample {
        peak_rss: peak,
        ..sample
    })
}

/// Runs a command and notes when the first byte of what it prints arrives.
pub fn measure_first_line(mut command: Command) -> Result<Sample> {
    let (mut reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let start = Instant::now();
    let child = command.spawn()?;
    // Holds the writing ends, and reading would never come to an end.
    drop(command);
    reader.read_exact(&mut [0])?;
    let first_line = start.elapsed();
    io::copy(&mut reader, &mut io::sink())?;
    finish(&child, start, Some(first_line))
}

/// Runs a command that prints a time of its own: the milliseconds after `before`.
pub fn measure_said(mut command: Command, before: &str) -> Result<Sample> {
    let (mut reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let start = Instant::now();
    let child = command.spawn()?;
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text)?;
    let said = text.split_once(before).and_then(|(_, rest)| {
        let (number, _) = rest.trim_start().split_once("ms")?;
        let number: f64 = number.trim_end().parse().ok()?;
        Some(Duration::from_secs_f64(number / 1e3))
    });
    let said = said.ok_or_else(|| format!("it did not print {before:?} and a time:\n{text}"))?;
    finish(&child, start, Some(said))
}

/// Runs a command and answers how long the processors worked for it and for the processes that it has waited for.
pub fn measure_all_cpu(command: Command) -> Result<Sample> {
    let sample = measure(command)?;
    Ok(Sample {
        counted: Some(sample.cpu),
        ..sample
    })
}

/// Runs a command and answers how long the processors worked for it, in user space and in the kernel.
/// The processes that it started do not count; the kernel sums those up apart.
pub fn measure_own_cpu(mut command: Command) -> Result<Sample> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let child = command.spawn()?;
    wait_unreaped(&child)?;
    let used = own_cpu(child.id())?;
    finish(&child, start, Some(used))
}

/// Waits until a child has ended, and leaves what the kernel knows of it.
fn wait_unreaped(child: &Child) -> io::Result<()> {
    // SAFETY: it is plain data that the call fills in, for which zeros are valid.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let flags = libc::WEXITED | libc::WNOWAIT;
    // SAFETY: the pointer is to a live local, and the child is ours and not waited for yet.
    let waited = unsafe { libc::waitid(libc::P_PID, child.id(), &mut info, flags) };
    match waited {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The processor time of a process and its threads, which Linux alone tells.
fn own_cpu(id: u32) -> Result<Duration> {
    let text = fs::read_to_string(format!("/proc/{id}/stat"))?;
    // SAFETY: a plain system call without pointers.
    let ticks_a_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    let ticks = ticks(&text).ok_or_else(|| format!("not as documented in proc(5): {text}"))?;
    Ok(Duration::from_secs_f64(
        ticks as f64 / ticks_a_second as f64,
    ))
}

/// `utime` and `stime`, the 14th and 15th field; the second one is a name that may hold anything.
fn ticks(stat: &str) -> Option<u64> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ').skip(11).map(str::parse::<u64>);
    Some(fields.next()?.ok()? + fields.next()?.ok()?)
}

/// Whether a command succeeds and prints a line with `expected` in it. Output may be large and this
/// process must stay small, so it is not kept.
pub fn prints(mut command: Command, expected: &str) -> Result<bool> {
    let (reader, writer) = io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    drop(command);
    let mut found = expected.is_empty();
    for line in BufReader::new(reader).lines() {
        found |= line?.contains(expected);
    }
    Ok(child.wait()?.success() && found)
}

fn finish(child: &Child, start: Instant, counted: Option<Duration>) -> Result<Sample> {
    let (status, sample) = wait_for(child, start, counted)?;
    match status.success() {
        true => Ok(sample),
        false => Err(format!("a measured process failed: {status}").into()),
    }
}

/// Waits for a server that has to end, which it does by the signal or by itself.
pub fn finish_server(child: &Child, start: Instant, counted: Duration) -> Result<Sample> {
    let (_, sample) = wait_for(child, start, Some(counted))?;
    Ok(sample)
}

fn wait_for(
    child: &Child,
    start: Instant,
    counted: Option<Duration>,
) -> Result<(ExitStatus, Sample)> {
    let (status, usage) = wait(child)?;
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let sample = Sample {
        wall: start.elapsed(),
        peak_rss: u64::try_from(usage.ru_maxrss).unwrap_or(0) * unit,
        written: u64::try_from(usage.ru_oublock).unwrap_or(0) * 512,
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        counted,
    };
    Ok((status, sample))
}

/// Waits for a child and answers what it used, too, which `Child::wait` cannot. The kernel
/// counts what the parent had resident at the fork, so this process has to stay small.
fn wait(child: &Child) -> io::Result<(ExitStatus, libc::rusage)> {
    let id = libc::pid_t::try_from(child.id()).map_err(io::Error::other)?;
    let mut status = 0;
    // SAFETY: `rusage` is plain numbers, for which zeros are valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live locals, and the child is ours and not waited for yet.
    let waited = unsafe { libc::wait4(id, &mut status, 0, &mut usage) };
    if waited != id {
        return Err(io::Error::last_os_error());
    }
    Ok((ExitStatus::from_raw(status), usage))
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let rest = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_a_child_counts() {
        let busy = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let nested = format!("sh -c '{busy}'; :");
        let all = measure_all_cpu(shell(&nested)).unwrap().counted.unwrap();
        let own = measure_own_cpu(shell(&nested)).unwrap().counted.unwrap();
        assert!(all > own, "{all:?}, {own:?}");
    }

    #[test]
    fn only_the_process_itself_counts() {
        let line = "7 (a) b) S 1 7 7 0 -1 4194560 9 9 0 0 31 11 500 600 20 0 1 0 9 9 9";
        assert_eq!(ticks(line), Some(42));
        assert_eq!(ticks("7 (a) S 1"), None);
    }
}

//! What is known about this computer's processor, and how busy it is. Only Linux tells both in files.

use std::fs;

/// The name of the processor, and how many of them there are.
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = name.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    match std::thread::available_parallelism() {
        Ok(count) => format!("{name}, {count} cores"),
        Err(_) => name.to_string(),
    }
}

/// How many processes wanted to run in the last minute, on average.
pub fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

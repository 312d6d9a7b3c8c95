//! The limits of what gier reads from this computer. They keep the memory bounded, whatever a file contains. The
//! libraries have limits of their own for what is in a text or an image.

/// The longest file in bytes. Some devices deliver bytes without end.
pub const FILE: u64 = 64 << 20;
/// The maximum number of bytes that are collected in memory for a device or a pipe.
pub const MEMORY: u64 = 64 << 20;
/// The maximum total length of the files that acts read, in bytes. A session keeps all tapes that it has mounted.
pub const ACTS: usize = 64 << 20;
/// The longest line of `gier exec` in bytes. Even the longest machine state needs fewer.
pub const STATE: u64 = 4 << 20;
/// How many requests of an editor wait at most. Then the editor has to wait too.
pub const REQUESTS: usize = 100;
/// The maximum number of source texts that the language server finds in a workspace.
pub const TEXTS: usize = 500;
/// How many levels of folders below a workspace are searched for source texts.
pub const DEPTH: usize = 8;

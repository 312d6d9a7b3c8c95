//! Writes and reads numbers as little-endian bytes, for snapshots and for the hash of the machine's state.

/// The reason why bytes cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end too early.
    Truncated,
    /// A field has an impossible value.
    Invalid,
}

/// Writes fields as bytes.
#[derive(Default)]
pub struct ByteWriter(Vec<u8>);

impl ByteWriter {
    pub fn u8(&mut self, value: u8) {
        self.0.push(value);
    }
    pub fn bool(&mut self, value: bool) {
        self.u8(value.into());
    }
    pub fn u16(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn option(&mut self, value: Option<u16>) {
        self.bool(value.is_some());
        self.u16(value.unwrap_or(0));
    }
    /// Writes a `usize` as 64 bits, on every host.
    pub fn number(&mut self, number: usize) {
        self.u64(u64::try_from(number).expect("no host counts beyond 64 bits"));
    }
    /// Writes these bytes, but not their count.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }
    /// Writes the count of the bytes as 64 bits, and then the bytes.
    pub fn counted(&mut self, bytes: impl ExactSizeIterator<Item = u8>) {
        self.number(bytes.len());
        self.0.extend(bytes);
    }
    /// Returns all bytes that were written.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads fields from bytes.
pub struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    pub fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader(bytes)
    }
    fn take(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(DecodeError::Truncated)?;
        self.0 = rest;
        Ok(head)
    }
    pub fn u8(&mut self) -> Result<u8, DecodeError> {
        Ok(self.take(1)?[0])
    }
    pub fn u8_below(&mut self, limit: u8) -> Result<u8, DecodeError> {
        self.u8().and_then(|value| if value < limit { Ok(value) } else { Err(DecodeError::Invalid) })
    }
    pub fn bool(&mut self) -> Result<bool, DecodeError> {
        Ok(self.u8_below(2)? == 1)
    }
    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (head, rest) = self.0.split_first_chunk().ok_or(DecodeError::Truncated)?;
        self.0 = rest;
        Ok(*head)
    }
    pub fn u16(&mut self) -> Result<u16, DecodeError> {
        Ok(u16::from_le_bytes(self.array()?))
    }
    pub fn u32(&mut self) -> Result<u32, DecodeError> {
        Ok(u32::from_le_bytes(self.array()?))
    }
    pub fn u64(&mut self) -> Result<u64, DecodeError> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    pub fn option(&mut self) -> Result<Option<u16>, DecodeError> {
        let there = self.bool()?;
        Ok(Some(self.u16()?).filter(|_| there))
    }
    /// Reads a count that is stored in 64 bits. Returns [`DecodeError::Truncated`] if it does not fit into a
    /// `usize`, because no input can contain so many bytes.
    pub fn number(&mut self) -> Result<usize, DecodeError> {
        usize::try_from(self.u64()?).map_err(|_| DecodeError::Truncated)
    }
    /// Reads `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], DecodeError> {
        self.take(count)
    }
    /// Reads a count that is stored in 64 bits, and then that many bytes.
    pub fn counted(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = self.number()?;
        self.take(length)
    }
    /// Whether all bytes have been read.
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}

//! Numbers into bytes and back, little-endian, for the files that keep a machine and for its hash.
//! It knows no machine and no device: they write and read themselves.

/// Why bytes cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// They end too early.
    Torn,
    /// A field holds what it cannot hold.
    Contents,
}

/// Puts fields into bytes.
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
    pub fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }
    pub fn option(&mut self, value: Option<u16>) {
        self.bool(value.is_some());
        self.u16(value.unwrap_or(0));
    }
    /// A number of things, in 64 bits on every host.
    pub fn number(&mut self, number: usize) {
        self.u64(u64::try_from(number).expect("no host counts beyond 64 bits"));
    }
    /// Bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }
    /// Bytes with their number before them.
    pub fn counted(&mut self, bytes: impl ExactSizeIterator<Item = u8>) {
        self.number(bytes.len());
        self.0.extend(bytes);
    }
    /// All that was written.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Takes fields out of bytes.
pub struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    pub fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader(bytes)
    }
    fn take(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(Damage::Torn)?;
        self.0 = rest;
        Ok(head)
    }
    pub fn u8(&mut self) -> Result<u8, Damage> {
        Ok(self.take(1)?[0])
    }
    pub fn u8_below(&mut self, limit: u8) -> Result<u8, Damage> {
        self.u8().and_then(|value| if value < limit { Ok(value) } else { Err(Damage::Contents) })
    }
    pub fn bool(&mut self) -> Result<bool, Damage> {
        Ok(self.u8_below(2)? == 1)
    }
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let (head, rest) = self.0.split_first_chunk().ok_or(Damage::Torn)?;
        self.0 = rest;
        Ok(*head)
    }
    pub fn u16(&mut self) -> Result<u16, Damage> {
        Ok(u16::from_le_bytes(self.array()?))
    }
    pub fn u64(&mut self) -> Result<u64, Damage> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    pub fn option(&mut self) -> Result<Option<u16>, Damage> {
        let there = self.bool()?;
        Ok(Some(self.u16()?).filter(|_| there))
    }
    /// A number of things; one that this host cannot count is that of a torn file.
    pub fn number(&mut self) -> Result<usize, Damage> {
        usize::try_from(self.u64()?).map_err(|_| Damage::Torn)
    }
    /// Bytes with their number before them.
    pub fn counted(&mut self) -> Result<&'a [u8], Damage> {
        let length = self.number()?;
        self.take(length)
    }
    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}

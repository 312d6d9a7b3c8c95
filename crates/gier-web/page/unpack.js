// Unpacks the module, which `cargo xtask web` packs by LZMA: gzip, all that browsers unpack by
// themselves, would leave a fifth more of it. What is packed are chains of bits. Each place in a
// chain holds how probable a 0 is there, in 2048ths, and learns from each bit that comes.

// Four bits of the byte before it tell the place of a literal; the head says so too.
const MODE = 4;
const HEAD = 13;
const SIZE = 5; // where the head has the number of bytes that were packed
// What the last steps were: up to 6 a literal came last, from 7 on a copy.
const STATES = 12;
// The two numbers that are kept while bits are read: how far a code can go, and the code.
const RANGE = 0, CODE = 1;

const places = (count) => new Uint16Array(count).fill(1024);

export function unpack(packed) {
  if (packed[0] !== MODE) throw new Error("the module is packed in another way");
  const head = new DataView(packed.buffer, packed.byteOffset);
  const bytes = new Uint8Array(head.getUint32(SIZE, true));

  const now = new Uint32Array([0xffffffff, head.getUint32(HEAD + 1)]);
  let next = HEAD + 5;
  const refill = () => {
    if (now[RANGE] < 0x1000000) {
      now[RANGE] <<= 8;
      now[CODE] = now[CODE] << 8 | packed[next++];
    }
  };
  const bit = (table, place) => {
    const p = table[place], bound = (now[RANGE] >>> 11) * p;
    let is = 0;
    if (now[CODE] < bound) {
      now[RANGE] = bound;
      table[place] = p + (2048 - p >> 5);
    } else {
      now[RANGE] -= bound;
      now[CODE] -= bound;
      table[place] = p - (p >> 5);
      is = 1;
    }
    refill();
    return is;
  };
  // A number, its high bit first. The place of each bit is a 1 and the bits before it.
  const number = (table, from, bits) => {
    let read = 1;
    for (let i = 0; i < bits; i++) read = read << 1 | bit(table, from + read);
    return read - (1 << bits);
  };
  // The same with the low bit first.
  const reversed = (table, from, bits) => {
    let read = 1, sum = 0;
    for (let i = 0; i < bits; i++) {
      const is = bit(table, from + read);
      read = read << 1 | is;
      sum |= is << i;
    }
    return sum;
  };
  // A number whose bits are as probable as not.
  const even = (bits) => {
    let read = 0;
    for (let i = 0; i < bits; i++) {
      now[RANGE] >>>= 1;
      const is = now[CODE] < now[RANGE] ? 0 : 1;
      if (is) now[CODE] -= now[RANGE];
      refill();
      read = read << 1 | is;
    }
    return read;
  };

  // How many bytes are copied: three ways to write it, for few, more and many.
  const lengths = () => ({ way: places(2), few: places(8), more: places(8), many: places(256) });
  const length = (table) => {
    if (!bit(table.way, 0)) return 2 + number(table.few, 0, 3);
    return bit(table.way, 1) ? 18 + number(table.many, 0, 8) : 10 + number(table.more, 0, 3);
  };
  // How far back they stand, less 1: two high bits and how many follow them, then those.
  const slots = places(4 * 64), near = places(128), low = places(16);
  const distance = (count) => {
    const slot = number(slots, Math.min(count - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | slot & 1) << bits;
    return slot < 14 ? high + reversed(near, high - slot, bits)
      : high + (even(bits - 4) << 4) + reversed(low, 0, 4);
  };

  const isCopy = places(STATES), isAgain = places(STATES), isOlder = places(STATES), isLong = places(STATES);
  const isThird = places(STATES), isFourth = places(STATES);
  const literals = places(0x300 << MODE), fresh = lengths(), again = lengths();
  let state = 0, last = 0, second = 0, third = 0, fourth = 0; // distances of the last copies
  for (let at = 0; at < bytes.length;) {
    if (!bit(isCopy, state)) {
      const from = (at > 0 ? bytes[at - 1] >> 8 - MODE : 0) * 0x300;
      let read = 1;
      if (state > 6) {
        // Behind a copy stands another byte than in what was copied: that one tells the places.
        let other = bytes[at - last - 1], is = 0, expected = 0;
        do {
          expected = other >> 7;
          other = other << 1 & 0xff;
          is = bit(literals, from + (1 + expected << 8) + read);
          read = read << 1 | is;
        } while (is === expected && read < 0x100);
      }
      while (read < 0x100) read = read << 1 | bit(literals, from + read);
      bytes[at++] = read;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count = 1;
    if (!bit(isAgain, state)) {
      count = length(fresh);
      [second, third, fourth] = [last, second, third];
      last = distance(count);
      state = state < 7 ? 7 : 10;
    } else {
      let isOne = false;
      if (!bit(isOlder, state)) isOne = !bit(isLong, state);
      else if (!bit(isThird, state)) [last, second] = [second, last];
      else if (!bit(isFourth, state)) [last, second, third] = [third, last, second];
      else [last, second, third, fourth] = [fourth, last, second, third];
      if (!isOne) count = length(again);
      state = state < 7 ? (isOne ? 9 : 8) : 11;
    }
    for (const end = at + count; at < end; at++) bytes[at] = bytes[at - last - 1];
  }
  return bytes;
}

// Plays the blocks of samples that the page sends, each sample at its own moment of the audio
// clock. When none has come the sound fades, and it fades in again: it is never cut.
const FADE = 220;
registerProcessor("gier-speaker", class extends AudioWorkletProcessor {
  constructor({ processorOptions: { start } }) {
    super();
    this.start = start; // the frame of sample 0
    this.blocks = [];
    this.gain = 1; // of what is played
    this.rest = 0; // what is left of what was played last
    this.last = 0;
    this.port.onmessage = ({ data: [first, samples] }) => this.blocks.push({ first, samples });
  }
  process(_, [[out]]) {
    for (let place = 0; place < out.length; place++) {
      const wanted = currentFrame + place - this.start;
      if (wanted < 0) continue;
      while (this.blocks.length > 0 && this.blocks[0].first + this.blocks[0].samples.length <= wanted) {
        this.blocks.shift();
      }
      const block = this.blocks[0];
      if (block && block.first <= wanted) {
        this.last = block.samples[wanted - block.first] * this.gain + this.rest;
        this.gain = Math.min(1, this.gain + 1 / FADE);
      } else {
        if (this.gain > 0) [this.rest, this.gain] = [this.last, 0];
        this.last = this.rest;
      }
      this.rest = Math.abs(this.rest) < 1e-5 ? 0 : this.rest * (1 - 4 / FADE);
      out[place] = this.last;
    }
    return true;
  }
});

// Plays the blocks of samples that the page sends, each sample at its time on the audio clock. If no block
// is there, the sound fades out. With the next block, the sound fades in again.
const FADE = 220;
registerProcessor("gier-speaker", class extends AudioWorkletProcessor {
  constructor({ processorOptions: { start } }) {
    super();
    this.start = start; // the audio frame of sample 0
    this.blocks = [];
    this.gain = 1; // the volume of the blocks, from 0 to 1
    this.rest = 0; // the fading rest of the last sample
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

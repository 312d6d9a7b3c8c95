//! Tests of the page's sound: the audio worklet, and the speed of the machine, which the audio clock
//! controls.

use crate::Finished;
use anyhow::{Result, bail, ensure};
use gier_web_tests::{Room, Server, Visit};

/// The longest time between two updates of the page, in seconds, if the browser is not busy.
const A_FRAME: f64 = 0.06;
/// How far the machine's clock and the audio clock may differ, in seconds. Two late updates of the page
/// take about 0.1 s. The machine itself may be 0.25 s late. Then it runs faster until it has caught up.
const MOST_LATE: f64 = 0.35;

/// The worklet plays every sample unchanged and at the right time. If the next samples are late, the sound
/// fades out.
pub async fn the_speaker_plays_sample_for_sample(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    let differences = visit
        .eval(
            "(async () => {
              const rate = 44100, start = 1000, count = rate * 2;
              const context = new OfflineAudioContext(1, count + start + 2000, rate);
              await context.audioWorklet.addModule('speaker.js');
              const node = new AudioWorkletNode(context, 'gier-speaker',
                { numberOfInputs: 0, outputChannelCount: [1], processorOptions: { start } });
              node.connect(context.destination);
              const wave = Float32Array.from({ length: count }, (_, n) => Math.fround(Math.sin(n * n / 1e5) * 0.7));
              for (let first = 0; first < count; first += 1470) {
                node.port.postMessage([first, wave.slice(first, first + 1470)]);
              }
              await new Promise((done) => setTimeout(done, 200));
              const played = (await context.startRendering()).getChannelData(0);
              let wrong = 0;
              for (let n = 0; n < count; n++) if (played[n + start] !== wave[n]) wrong++;
              const after = played.slice(start + count);
              const steps = Math.max(...after.map((value, n) => Math.abs(value - (n ? after[n - 1] : wave[count - 1]))));
              return [wrong, played.slice(0, start).some((value) => value !== 0), after.at(-1), steps];
            })()",
        )
        .await?;
    let (wrong, early, end, steps): (u64, bool, f64, f64) = serde_json::from_value(differences)?;
    ensure!(wrong == 0 && !early, "{wrong} samples differ; sound before its time: {early}");
    ensure!(end.abs() < 1e-4 && steps < 0.05, "it does not fade: {end}, a step of {steps}");
    visit.end(room).await
}

/// Switches the sound on or off.
pub async fn switch_sound(visit: &Visit, on: bool) -> Result<()> {
    visit.click("sound").await?;
    visit.until(&format!("$('#sound').getAttribute('aria-pressed') === '{on}'")).await
}

/// If the sound is on, the machine follows the audio clock and does not become slower.
pub async fn sound_is_heard_in_step(room: &mut Room, server: &Server) -> Finished {
    let visit = Visit::to(room, &server.address).await?;
    visit
        .eval(
            "AudioContext.prototype.resume = new Proxy(AudioContext.prototype.resume, {
              apply(resume, context) { window.listener = context; return resume.call(context); }
            }), 0",
        )
        .await?;
    switch_sound(&visit, true).await?;
    visit.strike("d").await?;
    visit.state("working").await?;
    // The script reads both clocks whenever the page writes the machine's clock, once a second. It also
    // adds up for how long the page could not run.
    let seen = visit
        .eval(
            &"new Promise((done) => {
              const clocks = [], begin = listener.currentTime;
              let shown = $('#clock').innerText, before = begin, held_up = 0;
              const look = () => {
                const now = listener.currentTime, text = $('#clock').innerText;
                if (clocks.length > 0 && now - before > A_FRAME) held_up += now - before;
                if (text !== shown) clocks.push([now, Number(text.split(' ')[0])]);
                [before, shown] = [now, text];
                if (clocks.length < 4 && now - begin < 8) requestAnimationFrame(look);
                else done([clocks, held_up]);
              };
              look();
            })"
            .replace("A_FRAME", &A_FRAME.to_string()),
        )
        .await?;
    let (clocks, held_up): (Vec<(f64, f64)>, f64) = serde_json::from_value(seen)?;
    let [(begin, first), .., (end, last)] = clocks[..] else { bail!("its clock stands: {clocks:?}") };
    // The machine may be late by the time for which the page could not run. It is never ahead of its
    // sound.
    let (heard, done) = (end - begin, last - first);
    let told =
        format!("{done:.1} s of GIER's time in {heard:.2} s of sound, the page held up for {held_up:.2} s");
    println!("     {told}");
    ensure!(done < heard + MOST_LATE && done > heard - MOST_LATE - held_up, "{told}");
    switch_sound(&visit, false).await?;
    visit.click("speed-max").await?;
    visit.state("key").await?;
    visit.end(room).await
}

//! Tests that the queue for a sound card adds no gap and no jump to the sound.

use gier_sound::Playback;

const RATE: u32 = 44_100;

/// Plays a slow wave. In each turn, the machine delivers `block` samples, and the sound card takes 441.
fn play(block: usize, seconds: f64) -> Vec<f32> {
    let mut playback = Playback::new(RATE);
    let wave = |n: usize| (n as f32 * 0.01).sin();
    let mut played = Vec::new();
    for turn in 0..(seconds * 100.0) as usize {
        playback.push(&(0..block).map(|n| wave(turn * block + n)).collect::<Vec<_>>());
        played.extend((0..441).map(|_| playback.next_sample()));
    }
    played
}

fn steepest(played: &[f32]) -> f32 {
    played.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
}

/// If the machine is as fast as the sound card, the sound card receives all samples unchanged.
#[test]
fn samples_come_out_as_they_went_in() {
    let played = play(441, 3.0);
    let start = played.iter().position(|&sample| sample != 0.0).unwrap();
    assert!((3000..4000).contains(&start), "{start}");
    let late = start + 1000;
    let first = played[late];
    assert!((first - ((late - start + 1) as f32 * 0.01).sin()).abs() < 1e-3);
    assert!(steepest(&played) < 0.02);
}

/// If the machine is half a percent slower or faster than the card, the queue follows without a
/// jump.
#[test]
fn a_slower_or_faster_machine_is_followed() {
    for block in [439, 443] {
        let played = play(block, 60.0);
        assert!(steepest(&played) < 0.03, "{block}: {}", steepest(&played));
        let silent = played[8000..].windows(300).filter(|some| some.iter().all(|sample| sample.abs() < 1e-4));
        assert_eq!(silent.count(), 0, "{block}");
    }
}

/// When the machine stops, the sound fades out. It fades in again when enough new samples are in the queue.
/// At the end, the rest of the queue is played.
#[test]
fn a_stopped_machine_fades_out() {
    let mut playback = Playback::new(RATE);
    let mut played = Vec::new();
    for _ in 0..2 {
        playback.push(&[0.8; 5000]);
        played.extend((0..12_000).map(|_| playback.next_sample()));
    }
    assert!(steepest(&played) < 0.01, "{}", steepest(&played));
    assert!(played[11_999].abs() < 1e-6 && played[14_000] > 0.79);
    playback.push(&[0.5; 100]);
    assert!((0..1000).all(|_| playback.next_sample().abs() < 1e-3));
    playback.end();
    let last: Vec<f32> = (0..100).map(|_| playback.next_sample()).collect();
    assert!(last[99] > 0.1);
    assert!(playback.is_empty());
}

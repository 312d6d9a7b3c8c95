//! Tests of the web page in a headless browser. They use the page as a visitor does: typing, clicking,
//! looking, dropping files. `cargo xtask web --test [NAME]` builds the page and runs the tests.

mod costs;
mod exhibits;
mod guest;
mod kept;
mod keys;
mod looks;
mod offline;
mod real;
#[path = "../../../../tests/skip.rs"]
mod skip;
mod sound;
mod tabs;

use anyhow::{Context, Result, ensure};
use costs::*;
use exhibits::*;
use gier_machine::Machine;
use gier_web_tests::{Finished, Room, Server, Visit, browser, root};
use gier_word::Image;
use guest::*;
use kept::*;
use keys::*;
use looks::*;
use offline::*;
use real::*;
use sound::*;
use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::Instant;
use tabs::*;

type Run<'a> = Pin<Box<dyn Future<Output = Finished> + 'a>>;

macro_rules! tests {
    ($($name:ident)*) => {
        [$((stringify!($name), |room, server| Box::pin($name(room, server)))),*]
    };
}

/// The tests, each with its name.
const TESTS: [(&str, for<'a> fn(&'a mut Room, &'a Server) -> Run<'a>); 50] = tests![
    a_slow_phone_need_not_wait_long
    five_games_are_typed_byte_for_byte
    lamps_change
    stop_one_order_and_start
    a_reload_resumes
    the_editor_keeps_its_text
    undo_brings_the_session_back
    one_tab_owns_the_session
    failures_are_said
    a_paste_is_typed
    a_flood_of_lines_is_bounded
    logs_go_both_ways
    the_speaker_plays_sample_for_sample
    sound_is_heard_in_step
    an_alarm_is_reported_with_its_place
    own_tapes_are_read
    a_museum_program_runs_on_its_system
    a_museum_program_draws
    after_a_choice_keys_go_to_the_typewriter
    after_a_click_keys_go_to_the_typewriter
    a_control_worked_by_keyboard_keeps_the_focus
    some_keys_are_not_for_the_typewriter
    the_fonts_have_every_character
    nothing_is_wider_than_the_screen
    the_paper_follows_the_carriage
    three_machines_are_on_one_page
    the_tour_has_ten_captions
    the_exhibit_plays_by_itself
    the_first_click_on_a_link_counts
    nothing_moves_under_the_pointer
    an_address_names_the_program
    the_keys_stand_still
    a_compiled_program_shows_its_paper
    a_finger_works_the_header
    a_link_carries_the_game
    a_tap_opens_and_writes
    a_lesson_is_checked
    it_rests
    only_the_paper_is_printed
    files_and_keys_are_answered
    little_moves_while_it_loads
    our_keys_or_the_systems
    the_machine_room_has_the_session
    the_server_is_careful
    axe_has_nothing_to_say
    the_page_works_offline
    the_tab_key_goes_everywhere
    no_motion_is_wanted
    larger_text_covers_nothing
    it_is_fast_enough
];

/// Measurements that take minutes. They run only if you name them, or if `GIER_WEB_COST` is set.
const COSTS: [(&str, for<'a> fn(&'a mut Room, &'a Server) -> Run<'a>); 2] =
    tests![memory_does_not_grow pictures_of_the_page];

/// Whether a slow page makes a test fail. This is so if the environment variable `GIER_WEB_COST` is set. Set
/// it only on an idle computer.
fn costs_count() -> bool {
    std::env::var_os("GIER_WEB_COST").is_some()
}

fn main() -> ExitCode {
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let program = match browser() {
        Ok(Some(program)) => program,
        Ok(None) => {
            skip::skip("browser");
            println!("SKIPPED: the web page in a browser; there is no browser (Debian: chromium)");
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            println!("{why:#}");
            return ExitCode::FAILURE;
        }
    };
    let costs_too = costs_count();
    let wanted = |name: &str, is_cost: bool| match named.is_empty() {
        true => !is_cost || costs_too,
        false => named.iter().any(|part| name.contains(part.as_str())),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let failed = runtime.expect("a runtime can be had").block_on(async {
        let server = Server::open()?;
        let mut room = Room::open(&program).await?;
        let mut failed = 0;
        let costs = COSTS.iter().map(|test| (test, true));
        for (&(name, run), is_cost) in TESTS.iter().map(|test| (test, false)).chain(costs) {
            if !wanted(name, is_cost) {
                continue;
            }
            let begin = Instant::now();
            let made = run(&mut room, &server).await;
            let seconds = begin.elapsed().as_secs_f64();
            match made {
                Ok(None) => println!("test {name} ... ok ({seconds:.1} s)"),
                Ok(Some(why)) => println!("test {name} ... SKIPPED: {why}"),
                Err(why) => {
                    failed += 1;
                    println!("test {name} ... FAILED ({seconds:.1} s)\n{why:#}");
                }
            }
        }
        room.close().await;
        anyhow::Ok(failed)
    });
    match failed {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            println!("{failed} failed");
            ExitCode::FAILURE
        }
        Err(why) => {
            println!("{why:?}");
            ExitCode::FAILURE
        }
    }
}

/// The number of executed orders that the page shows now.
async fn orders(visit: &Visit) -> Result<u64> {
    orders_of(&visit.text("#clock").await?)
}

/// Waits until the page updates its clock, which it does once a second while the machine works. Returns the
/// time of the update and the clock's text.
async fn next_clock(visit: &Visit) -> Result<(Instant, String)> {
    let before = serde_json::to_string(&visit.text("#clock").await?)?;
    visit.until(&format!("$('#clock').innerText !== {before}")).await?;
    Ok((Instant::now(), visit.text("#clock").await?))
}

/// Reads the number of orders from the text of the page's clock.
fn orders_of(clock: &str) -> Result<u64> {
    let (_, orders) =
        clock.trim_end_matches(" orders").rsplit_once(' ').context("the clock says no orders")?;
    Ok(orders.parse()?)
}

/// Plays NIM in this process, without a browser. `typed` is the text that the visitor types.
fn native(typed: &str) -> Result<gier_web::visit::Visit> {
    let nim = Image::from_bytes(&std::fs::read(root().join("roms/nim.drum"))?)?;
    let mut guest = gier_web::visit::Visit::switched_on("nim", Machine::with_image(&nim));
    guest.play(typed);
    ensure!(guest.keys().as_deref() == Some(typed), "not all keys were read: {:?}", guest.keys());
    Ok(guest)
}

//! Reads what the game NIM has printed: its question, the heaps, and who has won. The phrases that this
//! module recognises come from the program in `programs/nim`, which speaks four languages. This module needs
//! no browser.

/// The kind of answer that GIER's question expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One letter out of this text, such as `defg`.
    Letter(&'static str),
    /// The initials of the visitor, followed by a space.
    Initials,
    /// The number of a heap, followed by a space.
    Heap,
    /// A number, followed by a space.
    Number,
    /// A letter that means yes or no. The text contains both letters, such as `yn`.
    YesOrNo(&'static str),
    /// The question is not one of NIM's questions, so any text may be an answer.
    Unknown,
}

/// Who has won the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The visitor has won.
    Won,
    /// GIER has won.
    Lost,
}

const YES_NO: [&str; 4] = ["jn", "yn", "on", "jn"];

// How each question begins, in Danish, English, French and German.
const LANGUAGE: &str = "Select language";
const INITIALS: [&str; 4] = [
    "Skriv Deres initialer",
    "Please write your initials",
    "Ecrivez vos initiales",
    "Bitte, schreiben Sie Ihre Initialen",
];
const HEAP: [[&str; 4]; 2] = [
    [
        "Skriv nummeret paa den bunke",
        "Write the number of the group",
        "Ecrivez le numero du groupe",
        "Schreiben Sie die Nummer des Haufens",
    ],
    ["Vælg Deres bunke", "Choose your group", "Choisissez votre groupe", "Bitte Haufen waehlen"],
];
const NUMBER: [[&str; 4]; 3] = [
    ["Og antallet", "And the number", "Et le nombre", "Und die Anzahl"],
    ["Hvor mange bunker", "How many groups", "Combien de groupes", "Wieviel Haufen"],
    ["Skriv dem her", "Write them here", "Ecrivez les ici", "Schreiben Sie ihnen hier"],
];
const YES_OR_NO: [[&str; 4]; 5] = [
    ["Giver De fortabt", "Do you want to give up", "Vous vous declarez vaincu", "Wollen Sie aufgeben"],
    ["Skal vi prøve igen", "Shall we try again", "Voulez vous jouer encore", "Sollten wir nochmals spielen"],
    [
        "Ønsker De selv at bestemme",
        "Do you want to specify",
        "Voulez vous specifier",
        "Wollen Sie die Anzahl der Zuendhoelzer angeben",
    ],
    ["Vil De begynde", "Do you want to begin", "Voulez vous commencer", "Wollen Sie anfangen"],
    [
        "Skal den, som tager sidste",
        "Must he who takes the last",
        "Celui qui prend la derniere allumette, est-il",
        "Hat derjenige, der das letzte nimmt",
    ],
];
/// The words that NIM prints before a list of heaps on the same line, in its four languages.
const LIST_HERE: [&str; 4] =
    ["Antal tændstikker:", "Number of matches:", "Nombre d allumettes:", "Anzahl Hoelzer:"];
/// The two phrases that NIM prints on the line above a list of heaps, in its four languages.
const LIST_BELOW: [[&str; 4]; 2] = [
    [
        "Bunkerne indeholder nu:",
        "The groups now contain:",
        "Les groupes contiennent:",
        "Die Haufen enthalten jetzt:",
    ],
    ["Her er bunkerne:", "Here are the groups:", "Voici les groupes:", "Hier sind die Haufen:"],
];
const WON: [&str; 4] = ["De har vundet", "You have won", "Vous etes vainqueur", "Sie haben gewonnen"];
const LOST: [&str; 4] = ["De har tabt", "You have lost", "Vous avez perdu", "Sie haben verloren"];

fn begins(line: &str, phrases: &[&str; 4]) -> bool {
    phrases.iter().any(|phrase| line.starts_with(phrase))
}

/// The kind of answer that GIER expects. `line` is the last line on the paper, and GIER must be waiting for a
/// key.
pub fn answer(line: &str) -> Answer {
    let line = line.trim_start();
    if line.starts_with(LANGUAGE) {
        return Answer::Letter("defg");
    }
    if begins(line, &INITIALS) {
        return Answer::Initials;
    }
    if HEAP.iter().any(|phrases| begins(line, phrases)) {
        return Answer::Heap;
    }
    if NUMBER.iter().any(|phrases| begins(line, phrases)) {
        return Answer::Number;
    }
    let language =
        YES_OR_NO.iter().find_map(|phrases| phrases.iter().position(|phrase| line.starts_with(phrase)));
    language.map_or(Answer::Unknown, |language| Answer::YesOrNo(YES_NO[language]))
}

/// The numbers in a line, such as `3 5 7`. Returns `None` if the line is empty or contains anything but
/// numbers.
fn numbers(line: &str) -> Option<Vec<u32>> {
    let numbers: Option<Vec<u32>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// The heaps that NIM printed last, and who has won if the game has ended. The list is empty if the visitor
/// is still choosing the heaps, or if the program is not NIM. The last line is ignored, because it may be
/// incomplete.
pub fn heaps(lines: &[String]) -> (Vec<u32>, Option<Verdict>) {
    let mut verdict = None;
    let whole = &lines[..lines.len().saturating_sub(1)];
    for (number, line) in whole.iter().enumerate().rev() {
        if begins(line, &WON) {
            verdict = verdict.or(Some(Verdict::Won));
        }
        if begins(line, &LOST) {
            verdict = verdict.or(Some(Verdict::Lost));
        }
        if begins(line, &NUMBER[2]) {
            return (Vec::new(), verdict);
        }
        if let Some(list) = LIST_HERE.iter().find_map(|words| numbers(line.strip_prefix(words)?)) {
            return (list, verdict);
        }
        if LIST_BELOW.iter().flatten().any(|words| line.trim_end().ends_with(words))
            && let Some(below) = whole[number + 1..].iter().find(|line| !line.trim().is_empty())
            && let Some(list) = numbers(below)
        {
            return (list, verdict);
        }
    }
    (Vec::new(), verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All calls of this procedure in NIM's source text. The result contains the four text parameters of each
    /// call, one for each language.
    fn calls(procedure: &str) -> Vec<Vec<String>> {
        let text = gier_programs::DEFAULT.source();
        let mut calls = Vec::new();
        for (place, _) in text.match_indices(&format!("{procedure}(\n")) {
            let rest: String = text[place..].chars().take(500).collect();
            let texts: Vec<String> = rest
                .split('«')
                .skip(1)
                .take(4)
                .map(|text| text.split('»').next().unwrap().to_string())
                .collect();
            calls.push(texts);
        }
        calls
    }

    #[test]
    fn every_question_of_the_program_is_known() {
        let numbers = calls("ASK NUMBER");
        assert_eq!(numbers.len(), 5, "{numbers:?}");
        for question in numbers.iter().flatten() {
            let answer = answer(&format!("{question}: "));
            assert!(matches!(answer, Answer::Heap | Answer::Number), "{question}: {answer:?}");
        }
        let questions = calls("QUESTION");
        assert_eq!(questions.len(), 5);
        for texts in &questions {
            for (question, keys) in texts.iter().zip(YES_NO) {
                assert_eq!(answer(&format!("{question}: ")), Answer::YesOrNo(keys), "{question}");
            }
        }
        assert_eq!(answer("Choice: "), Answer::Unknown);
    }

    #[test]
    fn every_phrase_is_one_of_the_program() {
        let text = gier_programs::DEFAULT.source().replace('\n', " ");
        let lists = [&INITIALS, &LIST_HERE, &WON, &LOST];
        let tables = HEAP.iter().chain(&NUMBER).chain(&YES_OR_NO).chain(&LIST_BELOW).chain(lists);
        for phrase in tables.flatten().chain([&LANGUAGE]) {
            assert!(text.contains(phrase), "NIM does not type: {phrase}");
        }
    }

    /// Tests that the heaps and the winners of five games are recognised in the printed lines.
    #[test]
    fn the_heaps_are_those_on_the_paper() {
        let paper = gier_programs::book::PAPER.replace("‹red›", "").replace("‹black›", "");
        let lines: Vec<String> = paper.lines().map(str::to_string).collect();
        let mut seen = Vec::new();
        for end in 1..=lines.len() {
            let now = heaps(&lines[..end]);
            if seen.last() != Some(&now) {
                seen.push(now);
            }
        }
        let shown: Vec<String> = seen
            .iter()
            .map(|(heaps, verdict)| {
                let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
                let verdict =
                    verdict.map_or("", |verdict| if verdict == Verdict::Won { " won" } else { " lost" });
                heaps.join(" ") + verdict
            })
            .collect();
        // In the first game of the book, GIER takes the second heap, then three matches from the first.
        assert_eq!(shown[..4], ["", "5 2 5", "5 0 5", "2 0 2"]);
        assert_eq!(shown.iter().filter(|line| line.ends_with("won")).count(), 2, "{shown:#?}");
        assert_eq!(shown.iter().filter(|line| line.ends_with("lost")).count(), 3, "{shown:#?}");
    }
}

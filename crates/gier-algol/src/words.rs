//! What the underlined words of GIER ALGOL do, one sentence each, for `gier help` and the editors.

/// An underlined word, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The word without its underscore, such as `begin`.
    pub word: &'static str,
    /// What it does, in English.
    pub english: &'static str,
    /// What it does, in Danish.
    pub danish: &'static str,
    /// An example in ALGOL.
    pub example: &'static str,
}

macro_rules! words {
    ($($word:literal $english:literal $danish:literal $example:literal;)*) => {
        /// All underlined words, in alphabetical order.
        pub const EXPLAINED: &[Explained] = &[$(Explained {
            word: $word, english: $english, danish: $danish, example: $example,
        },)*];
    };
}

words! {
    "array" "Declares arrays with their bounds; without a type the elements are real."
        "Erklærer arrays med deres grænser; uden en type er elementerne reelle."
        "_integer _array A[1:10];";
    "begin" "Begins a block or a compound statement, which _end closes: first its declarations, then statements with ; between them."
        "Begynder en blok eller en sammensat sætning, som _end slutter: først dens erklæringer, så sætninger med ; imellem."
        "_begin _integer i; i := 1 _end";
    "boolean" "Declares or specifies Boolean variables, which hold _true or _false; in GIER a Boolean has all 40 bits of a cell."
        "Erklærer eller specificerer boolske variable, som er _true eller _false; i GIER har en boolsk værdi alle cellens 40 bit."
        "_boolean found;";
    "comment" "Begins a comment after ; or _begin; it goes up to the next ;."
        "Begynder en kommentar efter ; eller _begin; den går til næste ;."
        "_comment this is not executed;";
    "do" "Stands between the for list and the statement that is repeated."
        "Står mellem for-listen og den sætning, der gentages."
        "_for i := 1 _step 1 _until 10 _do writecr";
    "else" "Begins what is done, or the value, if the condition after _if is false; no ; stands before it."
        "Begynder det, der gøres, eller værdien, hvis betingelsen efter _if er falsk; foran det står intet ;."
        "_if a > b _then x := a _else x := b";
    "end" "Closes the last open _begin; what follows up to ; or _end or _else is a comment."
        "Slutter det sidste åbne _begin; det følgende indtil ; eller _end eller _else er en kommentar."
        "_begin writecr _end";
    "false" "The Boolean value that is not true." "Den boolske værdi falsk." "found := _false";
    "for" "Repeats a statement with a list of values: single values, _step … _until, or _while."
        "Gentager en sætning med en liste af værdier: enkelte værdier, _step … _until eller _while."
        "_for i := 1, 3 _step 2 _until 9 _do write(‹dd›, i)";
    "goto" "Goes on at a label, or at the label that a switch has for an index; _go _to is the same."
        "Går videre ved en etiket eller ved den etiket, en switch har for et indeks; _go _to er det samme."
        "_goto again";
    "if" "Chooses by a condition: a statement, or a value if it has an _else."
        "Vælger efter en betingelse: en sætning, eller en værdi, hvis der er et _else."
        "m := _if a > b _then a _else b";
    "integer" "Declares or specifies variables for whole numbers, which are exact up to 536870912; a real number that is assigned is rounded."
        "Erklærer eller specificerer variable til hele tal, som er nøjagtige op til 536870912; et reelt tal, der tildeles, afrundes."
        "_integer i, n;";
    "label" "Specifies a parameter that is a label." "Specificerer en parameter, der er en etiket."
        "_procedure P(l); _label l; _goto l;";
    "own" "Declares variables that keep their values when their block is left and entered again."
        "Erklærer variable, der beholder deres værdi, når deres blok forlades og begyndes igen."
        "_own _integer count;";
    "procedure" "Declares a procedure; with a type in front it has a value, which its body assigns to its name."
        "Erklærer en procedure; med en type foran har den en værdi, som dens krop tildeler dens navn."
        "_real _procedure SQUARE(x); _value x; _real x; SQUARE := x×x;";
    "real" "Declares or specifies variables for numbers with a fraction, of eight to nine figures."
        "Erklærer eller specificerer variable til tal med brøkdele, med otte til ni cifre."
        "_real x;";
    "step" "Gives the step of a for statement; it is computed again in every round."
        "Angiver skridtet i en for-sætning; det beregnes igen i hver omgang."
        "_for i := 10 _step -1 _until 1 _do writecr";
    "string" "Specifies a parameter that is a string." "Specificerer en parameter, der er en tekst."
        "_procedure P(s); _string s; writetext(s);";
    "switch" "Declares a list of labels; _goto S[i] goes to the i-th, and does nothing if there is none."
        "Erklærer en liste af etiketter; _goto S[i] går til den i-te og gør intet, hvis der ikke er nogen."
        "_switch S := one, two;";
    "then" "Begins what is done, or the value, if the condition is true; _if cannot follow it directly."
        "Begynder det, der gøres, eller værdien, hvis betingelsen er sand; _if kan ikke følge direkte efter."
        "_if x < 0 _then x := -x";
    "true" "The Boolean value that is true." "Den boolske værdi sand." "found := _true";
    "until" "Gives the limit of a for statement; it is computed again in every round."
        "Angiver grænsen i en for-sætning; den beregnes igen i hver omgang."
        "_for i := 1 _step 1 _until n _do writecr";
    "value" "Lists the parameters that are called by value: the procedure gets a copy."
        "Nævner de parametre, der kaldes ved værdi: proceduren får en kopi."
        "_procedure P(n); _value n; _integer n; write(‹ddd›, n);";
    "while" "Repeats as long as the condition holds, with the value before it."
        "Gentager, så længe betingelsen gælder, med værdien foran."
        "_for x := x/2 _while x > 1 _do n := n+1";
}

/// Finds a word by what a person typed: `begin`, `_begin`, `BEGIN`, `Boolean`.
pub fn find(word: &str) -> Option<&'static Explained> {
    let word = word.trim_start_matches('_').to_ascii_lowercase();
    EXPLAINED.iter().find(|row| row.word == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WORDS;

    #[test]
    fn each_word_is_explained() {
        for (word, _) in WORDS {
            assert!(find(word).is_some(), "{word}");
        }
        assert_eq!(EXPLAINED.len() + 1, WORDS.len(), "boolean has two spellings");
    }
}

//! The table of the standard procedures and variables. Each row of the table has the parameters, the type
//! of the value, and the effect in English and Danish. It also has an example program with its printed
//! output. The checker, the manual, `gier help procedure` and the language server read the table.  [F-AFE-15]

use crate::ast::{Standard, Type};
use Takes as T;

/// The parameters that a standard procedure takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// No parameters, because the identifier is a variable.
    Variable,
    Nothing,
    /// One parameter, a number.
    Number,
    /// One parameter, a string.
    String,
    /// One parameter, an array.
    Array,
    /// One parameter with machine code: a Boolean value or an array.
    Code,
    /// Any parameters.
    Anything,
    /// A layout (the form of the printed numbers), then numbers.
    LayoutAndNumbers,
    Strings,
    /// Variables and arrays that receive numbers.
    Places,
    /// A variable, then any number of groups of three numbers.
    Pack,
    /// A variable, then groups of three parameters: two numbers and a variable.
    Split,
}

/// A standard procedure or variable.
#[derive(Clone, Copy, Debug)]
pub struct StandardProcedure {
    /// The identifier.
    pub name: &'static str,
    pub(crate) takes: Takes,
    /// The type of the procedure's value, or `None` if the procedure has none.
    pub result: Option<Type>,
    /// The names of the parameters. If the last name ends in `…`, the last parameter can be given several
    /// times.
    pub parameters: &'static [&'static str],
    /// The effect of the procedure, in English.
    pub english: &'static str,
    /// The effect of the procedure, in Danish.
    pub danish: &'static str,
    /// A program that uses the procedure. `None` if gier's compiler refuses programs that use it.
    pub example: Option<Example>,
}

/// An example: the declarations and statements of a program, its input, and its output.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The text between begin and end.
    pub program: &'static str,
    /// The contents of the tape in the reader.
    pub reader: &'static str,
    /// The characters that the user types during the run.
    pub typed: &'static str,
    /// The text that the typewriter prints, without the characters that the user types and without the final
    /// word `end`.
    pub paper: &'static str,
    /// The contents of the tape that the program punches. A symbol without a character is written with its
    /// code, such as `\{28}`.
    pub punched: &'static str,
}

impl Example {
    /// The whole program of the example, with begin and end.
    pub fn text(&self) -> String {
        format!("_begin {} _end;", self.program)
    }
}

impl StandardProcedure {
    /// The call with the names of its parameters, such as `write(layout, number…)`.
    pub fn call(&self) -> String {
        match self.parameters {
            [] => self.name.to_string(),
            parameters => format!("{}({})", self.name, parameters.join(", ")),
        }
    }

    /// The type and the call, such as `integer procedure entier(x)`.
    pub fn heading(&self) -> String {
        let kind = if self.takes == Takes::Variable { "variable" } else { "procedure" };
        match self.result {
            Some(ty) => format!("{} {kind} {}", word(ty), self.call()),
            None => format!("{kind} {}", self.call()),
        }
    }
}

/// The word for a type, such as `integer`.
pub(crate) fn word(ty: Type) -> &'static str {
    match ty {
        Type::Integer => "integer",
        Type::Real => "real",
        Type::Boolean => "boolean",
    }
}

/// The row of [`PROCEDURES`] for this standard identifier.
pub fn standard(standard: Standard) -> &'static StandardProcedure {
    &PROCEDURES[standard as usize]
}

/// The row of [`PROCEDURES`] for this name, or `None` if the name is not a standard identifier.
pub fn find(name: &str) -> Option<&'static StandardProcedure> {
    PROCEDURES.iter().find(|procedure| procedure.name == name)
}

const INTEGER: Option<Type> = Some(Type::Integer);
const REAL: Option<Type> = Some(Type::Real);
const BOOLEAN: Option<Type> = Some(Type::Boolean);

const fn row(
    (name, takes, result): (&'static str, Takes, Option<Type>),
    parameters: &'static [&'static str],
    [english, danish]: [&'static str; 2],
    example: Option<Example>,
) -> StandardProcedure {
    StandardProcedure { name, takes, result, parameters, english, danish, example }
}

const fn prints(program: &'static str, paper: &'static str) -> Example {
    Example { program, reader: "", typed: "", paper, punched: "" }
}

/// All standard procedures and variables, in the order of [`Standard`].
#[rustfmt::skip]
pub static PROCEDURES: [StandardProcedure; Standard::ALL.len()] = [
    row(("abs", T::Number, REAL), &["x"],
        ["The magnitude of x.",
            "Den numeriske værdi af x."],
        Some(prints("write(‹d.dd›, abs(-1.5))", "1.50"))),
    row(("arctan", T::Number, REAL), &["x"],
        ["The angle between -π/2 and π/2, in radians, whose tangent is x.",
            "Vinklen mellem -π/2 og π/2, i radianer, hvis tangens er x."],
        Some(prints("write(‹d.ddddd›, 4×arctan(1))", "3.14159"))),
    row(("char", T::Nothing, INTEGER), &[],
        ["The last character that inchar, typechar or a number reader read.",
            "Det sidste tegn, som inchar, typechar eller en indlæsning af tal læste."],
        Some(Example { reader: "12,", ..prints("inone; write(‹dd›, char)", "27") })),
    row(("cos", T::Number, REAL), &["x"],
        ["The cosine of x, an angle in radians.",
            "Cosinus til x, en vinkel i radianer."],
        Some(prints("write(‹-n.dddd›, cos(1))", " 0.5403"))),
    row(("drumplace", T::Variable, INTEGER), &[],
        ["A variable: the place on the drum, in words, below which the next todrum or fromdrum works.",
            "En variabel: det sted på tromlen, i ord, under hvilket næste todrum eller fromdrum arbejder."],
        Some(prints("_integer top; _array A[1:9]; top := drumplace; todrum(A); write(‹dd›, top - drumplace)", " 9"))),
    row(("entier", T::Number, INTEGER), &["x"],
        ["The largest integer that is not greater than x.",
            "Det største hele tal, der ikke er større end x."],
        Some(prints("write(‹-dd›, entier(2.9), entier(-2.1))", "  2 -3"))),
    row(("exp", T::Number, REAL), &["x"],
        ["e to the power x; the alarm exp if x is too large.",
            "e i potensen x; alarmen exp, hvis x er for stor."],
        Some(prints("write(‹d.dddd›, exp(1))", "2.7183"))),
    row(("fromdrum", T::Array, INTEGER), &["array"],
        ["Reads the words below drumplace into the whole array, lowers drumplace by the length and gives minus the length.",
            "Læser ordene under drumplace ind i hele arrayet, sænker drumplace med længden og giver minus længden."],
        Some(prints("_integer top; _integer _array A[1:3]; A[1] := 7; top := drumplace; todrum(A); A[1] := 0; drumplace := top; fromdrum(A); write(‹d›, A[1])", "7"))),
    row(("gier", T::Code, REAL), &["code"],
        ["Runs machine code of the real GIER ALGOL III; our compiler refuses it.",
            "Udfører maskinkode fra det rigtige GIER ALGOL III; vores oversætter afviser den."],
        None),
    row(("gierdrum", T::Anything, INTEGER), &["place", "anything…"],
        ["Runs machine code of the real GIER ALGOL III from the drum; our compiler refuses it.",
            "Udfører maskinkode fra tromlen i det rigtige GIER ALGOL III; vores oversætter afviser den."],
        None),
    row(("gierproc", T::Anything, REAL), &["code", "anything…"],
        ["Runs machine code of the real GIER ALGOL III as a procedure; our compiler refuses it.",
            "Udfører maskinkode fra det rigtige GIER ALGOL III som en procedure; vores oversætter afviser den."],
        None),
    row(("inchar", T::Nothing, INTEGER), &[],
        ["The next character from the reader; 128 is added in upper case.",
            "Næste tegn fra læseren; store tegn får 128 lagt til."],
        Some(Example { reader: "aA", ..prints("write(‹nddd›, inchar, inchar)", "  49 177") })),
    row(("inone", T::Nothing, REAL), &[],
        ["The next number from the reader.",
            "Næste tal fra læseren."],
        Some(Example { reader: "1.5, 2,", ..prints("write(‹-d.d›, inone + inone)", " 3.5") })),
    row(("input", T::Places, None), &["variable or array…"],
        ["Reads numbers from the reader into variables; arrays are filled, and nothing is rounded.",
            "Læser tal fra læseren ind i variable; arrays fyldes, og intet afrundes."],
        Some(Example { reader: "1, 2, 3,", ..prints("_integer n; _integer _array A[1:2]; input(n, A); write(‹-d›, A[2], A[1], n)", " 3 2 1") })),
    row(("kbon", T::Nothing, BOOLEAN), &[],
        ["Whether the key KB on the desk is down.",
            "Om tasten KB på kontrolbordet er nede."],
        Some(prints("writetext(_if kbon _then «down» _else «up»)", "up"))),
    row(("ln", T::Number, REAL), &["x"],
        ["The natural logarithm of x; the alarm ln if x is negative.",
            "Den naturlige logaritme af x; alarmen ln, hvis x er negativ."],
        Some(prints("write(‹d.dddd›, ln(10))", "2.3026"))),
    row(("lyn", T::Nothing, INTEGER), &[],
        ["The next symbol from the reader, also a case shift or another symbol without a character.",
            "Næste symbol fra læseren, også et skift eller et andet symbol uden tegn."],
        Some(Example { reader: "aA", ..prints("write(‹-dd›, lyn, lyn, lyn)", " 49 60 49") })),
    row(("outchar", T::Number, None), &["symbol"],
        ["Punches one symbol, by its number.",
            "Huller eet symbol efter dets nummer."],
        Some(Example { punched: "a", ..prints("outchar(49)", "") })),
    row(("outclear", T::Nothing, None), &[],
        ["Begins the sum of a tape: punches the symbol 28 and sets the sum to 0.",
            "Begynder en strimmels sum: huller symbol 28 og nulstiller summen."],
        Some(Example { punched: "\\{28}a", ..prints("outclear; outtext(«a»)", "") })),
    row(("outcopy", T::String, None), &["two symbols"],
        ["Copies from the reader to the punch, from after the first symbol up to the second.",
            "Kopierer fra læseren til hulleren, fra efter det første symbol til det andet."],
        Some(Example { reader: "no, yes.", punched: " yes", ..prints("outcopy(«,.»)", "") })),
    row(("outcr", T::Nothing, None), &[],
        ["Punches a carriage return.",
            "Huller en vognretur."],
        Some(Example { punched: "a\nb", ..prints("outtext(«a»); outcr; outtext(«b»)", "") })),
    row(("output", T::LayoutAndNumbers, None), &["layout", "number…"],
        ["Punches numbers with a layout, as write types them.",
            "Huller tal efter et layout, som write skriver dem."],
        Some(Example { punched: "  12  -3", ..prints("output(‹-ddd›, 12, -3)", "") })),
    row(("outsp", T::Number, None), &["count"],
        ["Punches this many blanks.",
            "Huller så mange mellemrum."],
        Some(Example { punched: "a   b", ..prints("outtext(«a»); outsp(3); outtext(«b»)", "") })),
    row(("outsum", T::Nothing, None), &[],
        ["Punches the sum of the tape since outclear, and begins a new sum.",
            "Huller strimlens sum siden outclear og begynder en ny."],
        Some(Example { punched: "\\{28}a\\{11}\\{61}\\{121}", ..prints("outclear; outtext(«a»); outsum", "") })),
    row(("outtext", T::Strings, None), &["string…"],
        ["Punches strings.",
            "Huller tekster."],
        Some(Example { punched: "ab", ..prints("outtext(«a», «b»)", "") })),
    row(("pack", T::Pack, BOOLEAN), &["variable", "first bit", "last bit", "number…"],
        ["Puts numbers into bits of a word, in triples; bits 40 and 41 are the marks.",
            "Lægger tal i bits af et ord, i tripler; bit 40 og 41 er mærkerne."],
        Some(prints("_boolean b; _integer i; pack(b, 0, 39, 0, 30, 39, 5); split(b, 30, 39, i); write(‹d›, i)", "5"))),
    row(("setchar", T::Number, None), &["character"],
        ["Makes this the next character that inchar, inone or input reads.",
            "Gør dette til det næste tegn, som inchar, inone eller input læser."],
        Some(Example { reader: "6,", ..prints("setchar(5); write(‹dd›, inone)", "56") })),
    row(("sign", T::Number, INTEGER), &["x"],
        ["-1, 0 or 1, by the sign of x.",
            "-1, 0 eller 1 efter fortegnet af x."],
        Some(prints("write(‹-n›, sign(-7), sign(0), sign(0.1))", "-1 0 1"))),
    row(("sin", T::Number, REAL), &["x"],
        ["The sine of x, an angle in radians.",
            "Sinus til x, en vinkel i radianer."],
        Some(prints("write(‹-n.dddd›, sin(1))", " 0.8415"))),
    row(("split", T::Split, INTEGER), &["variable", "first bit", "last bit", "variable…"],
        ["Takes numbers out of bits of a word, in triples; bits 40 and 41 are the marks.",
            "Tager tal ud af bits af et ord, i tripler; bit 40 og 41 er mærkerne."],
        Some(prints("_boolean b; _integer i, j; pack(b, 0, 39, 21); split(b, 30, 37, i, 38, 39, j); write(‹-d›, i, j)", " 5 1"))),
    row(("sqrt", T::Number, REAL), &["x"],
        ["The square root of x; the alarm sqrt if x is negative.",
            "Kvadratroden af x; alarmen sqrt, hvis x er negativ."],
        Some(prints("write(‹d.dddd›, sqrt(2))", "1.4142"))),
    row(("todrum", T::Array, INTEGER), &["array"],
        ["Writes the whole array below drumplace, lowers drumplace by the length and gives minus the length.",
            "Skriver hele arrayet under drumplace, sænker drumplace med længden og giver minus længden."],
        Some(prints("_array A[1:9]; write(‹-dd›, todrum(A))", " -9"))),
    row(("typechar", T::Nothing, INTEGER), &[],
        ["The next character from the typewriter; 128 is added in upper case.",
            "Næste tegn fra skrivemaskinen; store tegn får 128 lagt til."],
        Some(Example { typed: "b", ..prints("write(‹-ddd›, typechar)", "  50") })),
    row(("typein", T::Nothing, REAL), &[],
        ["The next number from the typewriter; a blank or a carriage return ends it.",
            "Næste tal fra skrivemaskinen; et mellemrum eller en vognretur slutter det."],
        Some(Example { typed: "7 ", ..prints("write(‹d.d›, typein/2)", "3.5") })),
    row(("write", T::LayoutAndNumbers, None), &["layout", "number…"],
        ["Types numbers with a layout.",
            "Skriver tal efter et layout."],
        Some(prints("write(‹-ddd.d›, 1.5, -12.25)", "   1.5 -12.2"))),
    row(("writechar", T::Number, None), &["symbol"],
        ["Types one symbol, by its number: 29 is red, 62 black, 64 a carriage return.",
            "Skriver eet symbol efter dets nummer: 29 er rød, 62 sort, 64 vognretur."],
        Some(prints("writechar(49); writechar(50)", "ab"))),
    row(("writecopy", T::String, None), &["two symbols"],
        ["Copies from the reader to the typewriter, from after the first symbol up to the second.",
            "Kopierer fra læseren til skrivemaskinen, fra efter det første symbol til det andet."],
        Some(Example { reader: "no, yes.", ..prints("writecopy(«,.»)", " yes") })),
    row(("writecr", T::Nothing, None), &[],
        ["Types a carriage return.",
            "Skriver en vognretur."],
        Some(prints("writetext(«a»); writecr; writetext(«b»)", "a\nb"))),
    row(("writetext", T::Strings, None), &["string…"],
        ["Types strings.",
            "Skriver tekster."],
        Some(prints("writetext(«GIER», « 1961»)", "GIER 1961"))),
];

const _: () = {
    let mut row = 0;
    while row < PROCEDURES.len() {
        let fits = same(PROCEDURES[row].name, Standard::ALL[row].0);
        assert!(fits, "PROCEDURES needs the names and the order of standard_identifiers! in ast.rs");
        row += 1;
    }
};

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

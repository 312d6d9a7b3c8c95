//! Checks that layouts are used only as layouts, and strings only as texts. GIER itself cannot distinguish a
//! layout from a string, and would print rubbish. These checks come last, because only the whole program
//! shows how a procedure uses its parameters.

use super::Checker;
use crate::ast::{Delivers, Expression, ExpressionKind, Span, SymbolId};
use std::collections::BTreeMap;

/// A use of a string or layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StringUse {
    /// The string is printed.
    Text,
    /// The string is used as a layout: the form in which numbers are printed.
    Layout,
    /// The string is passed as this parameter of a declared procedure.
    Formal(SymbolId),
}

/// An expression that is used as a string: a string, a layout, or a formal parameter.
#[derive(Clone, Debug)]
enum Given {
    Text,
    Layout,
    Formal(SymbolId),
}

/// All uses of strings and layouts, with their places.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings(Vec<(Given, StringUse, Span)>);

impl Strings {
    /// Records a use of a string expression. A use of a conditional expression counts as a use of each of its
    /// branches.
    pub(super) fn note(&mut self, expression: &Expression, used: StringUse) {
        if expression.delivers != Delivers::String {
            return;
        }
        let given = match &expression.kind {
            ExpressionKind::If(_, then, otherwise) => {
                self.note(then, used);
                return self.note(otherwise, used);
            }
            ExpressionKind::String(_) => Given::Text,
            ExpressionKind::Layout(_) => Given::Layout,
            ExpressionKind::Name(symbol) => Given::Formal(*symbol),
            _ => return,
        };
        self.0.push((given, used, expression.span));
    }

    /// Finds for each formal parameter whether its procedure uses it as a text, as a layout or as both. If a
    /// procedure passes its parameter to another procedure, the use in that other procedure counts.
    fn ends(&self) -> BTreeMap<SymbolId, Vec<StringUse>> {
        let mut ends: BTreeMap<SymbolId, Vec<StringUse>> = BTreeMap::new();
        loop {
            let mut grown = false;
            for (given, used, _) in &self.0 {
                let Given::Formal(formal) = given else { continue };
                for end in ends_of(*used, &ends) {
                    match ends.get_mut(formal) {
                        Some(known) => {
                            if let Err(place) = known.binary_search(&end) {
                                known.insert(place, end);
                                grown = true;
                            }
                        }
                        None => {
                            ends.insert(*formal, vec![end]);
                            grown = true;
                        }
                    }
                }
            }
            if !grown {
                return ends;
            }
        }
    }
}

fn ends_of(used: StringUse, ends: &BTreeMap<SymbolId, Vec<StringUse>>) -> Vec<StringUse> {
    match used {
        StringUse::Formal(formal) => ends.get(&formal).into_iter().flatten().copied().collect(),
        used @ (StringUse::Text | StringUse::Layout) => vec![used],
    }
}

impl Checker {
    /// Reports strings that are used as layouts, and layouts that are printed.
    pub(super) fn check_uses_of_strings(&mut self) {
        let uses = std::mem::take(&mut self.string_uses);
        let ends = uses.ends();
        for (given, used, span) in &uses.0 {
            for end in ends_of(*used, &ends) {
                let (message, help) = match (given, end) {
                    (Given::Text, StringUse::Layout) => (
                        "a layout such as ‹-ddd› is needed here, not a string",
                        "writetext and outtext print strings",
                    ),
                    (Given::Layout, StringUse::Text) => (
                        "a string such as «text» is needed here, not a layout",
                        "write and output print numbers",
                    ),
                    _ => continue,
                };
                let _: Option<()> = self.fault(span, "type", message.to_string(), help);
            }
        }
    }
}

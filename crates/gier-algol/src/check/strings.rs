//! Strings and layouts: both are passed as strings, and nothing at run time tells them apart, so
//! that a string given for a layout prints rubbish, and a layout printed as a text does too. What
//! a parameter is used for is known when the whole program has been read.

use super::Checker;
use crate::ast::{Delivers, Expression, ExpressionKind, Span, SymbolId};
use litemap::LiteMap;

/// What a string is used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// It is printed.
    Text,
    /// It says how numbers are printed.
    Layout,
    /// It is given for this parameter of a declared procedure.
    Formal(SymbolId),
}

/// A string or what may stand for one.
#[derive(Clone, Debug)]
enum Given {
    Text,
    Layout,
    Formal(SymbolId),
}

/// All uses of strings, with where they stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings(Vec<(Given, Use, Span)>);

impl Strings {
    /// Notes what an expression is used as; of a conditional one both branches are.
    pub(super) fn note(&mut self, expression: &Expression, used: Use) {
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

    /// What each parameter is used as in the end, in order.
    fn ends(&self) -> LiteMap<SymbolId, Vec<Use>> {
        let mut ends: LiteMap<SymbolId, Vec<Use>> = LiteMap::new();
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

fn ends_of(used: Use, ends: &LiteMap<SymbolId, Vec<Use>>) -> Vec<Use> {
    match used {
        Use::Formal(formal) => ends.get(&formal).into_iter().flatten().copied().collect(),
        used => vec![used],
    }
}

impl Checker<'_> {
    /// Reports the strings that are used as layouts, and the layouts that are printed.
    pub(super) fn strings_are_what_they_are_used_as(&mut self) {
        let uses = std::mem::take(&mut self.string_uses);
        let ends = uses.ends();
        for (given, used, span) in &uses.0 {
            for end in ends_of(*used, &ends) {
                let message = match (given, end) {
                    (Given::Text, Use::Layout) => "a layout such as ‹-ddd› is needed here, not a string",
                    (Given::Layout, Use::Text) => "a string such as «text» is needed here, not a layout",
                    _ => continue,
                };
                self.wrong_type::<()>(span, message.to_string());
            }
        }
    }
}

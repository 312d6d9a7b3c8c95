//! The order of a module's functions. A packer finds what is alike only if it stands near: with
//! like functions side by side, those above all that a compiler made of one text for several types,
//! the packed page is 5 % smaller.

use anyhow::Result;
use core::convert::Infallible;
use std::collections::{BTreeMap, HashMap, HashSet};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionSectionReader, Import, Parser, Payload, TypeRef,
};

/// Functions are alike that have runs of so many bytes in common.
const RUN: usize = 6;
/// A run that more functions have than this says nothing of any of them.
const COMMON: usize = 300;
/// A function is like another if so much of both is in common.
const LIKE: f64 = 0.02;

/// The module with like functions side by side.
///
/// # Errors
/// It is no module.
pub fn by_likeness(module: &[u8]) -> Result<Vec<u8>> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let Import { ty, .. } = import?;
                    imported += u32::from(matches!(ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = order(&bodies);
    let mut places = vec![0; order.len()];
    order.iter().zip(0..).for_each(|(&was, is)| places[was] = is);
    let mut ordered = Module::new();
    Ordered { imported, order, places }.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// An order in which each function is followed by the one that is most like it of those left.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let runs: Vec<HashSet<&[u8]>> = bodies.iter().map(|body| body.windows(RUN).collect()).collect();
    let mut having: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (function, runs) in runs.iter().enumerate() {
        runs.iter().for_each(|run| having.entry(run).or_default().push(function));
    }
    having.retain(|_, functions| functions.len() <= COMMON);
    let mut is_left = vec![true; bodies.len()];
    let mut order = Vec::new();
    for first in 0..bodies.len() {
        let mut next = Some(first).filter(|first| is_left[*first]);
        while let Some(function) = next {
            is_left[function] = false;
            order.push(function);
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            let others = runs[function].iter().filter_map(|run| having.get(run)).flatten();
            others.filter(|other| is_left[**other]).for_each(|other| *shared.entry(*other).or_default() += 1);
            let likeness = |(other, shared): (usize, usize)| {
                // Small ones are all a little alike.
                (shared as f64 / (runs[other].len() + runs[function].len() - shared + 20) as f64, other)
            };
            let likest = shared.into_iter().map(likeness).max_by(|one, other| one.0.total_cmp(&other.0));
            next = likest.filter(|(likeness, _)| *likeness > LIKE).map(|(_, other)| other);
        }
    }
    order
}

/// Writes a module with its functions in another order.
struct Ordered {
    /// Functions of others, which come first and keep their numbers.
    imported: u32,
    /// Where each function was.
    order: Vec<usize>,
    /// Where each function comes.
    places: Vec<u32>,
}

impl Reencode for Ordered {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(match function.checked_sub(self.imported) {
            None => function,
            Some(was) => self.imported + self.places[was as usize],
        })
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<wasmparser::Result<Vec<u32>>>()?;
        self.order.iter().for_each(|&was| {
            functions.function(types[was]);
        });
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<wasmparser::Result<Vec<_>>>()?;
        for was in self.order.clone() {
            self.parse_function_body(code, bodies[was].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        Ok(())
    }
}

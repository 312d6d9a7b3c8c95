//! Parses declarations.

use super::{
    AFTER_FORMALS, AFTER_SWITCH, AS_FORMAL, BOUNDS, Failed, IN_ARRAY_LIST, ParseResult, Parser, Place,
};
use crate::ast::{Spec, Type};
use crate::lex::foreign::DECLARED;
use crate::lex::{Basic, TokenKind};
use crate::syntax::{
    Name, Segment, WrittenDeclaration, WrittenProcedure, WrittenStatement, WrittenStatementKind,
};

impl Parser<'_> {
    /// Whether the current symbol begins a declaration. `value`, `string` and `label` can only begin a
    /// specification of parameters. They count too, so that the parser reports them as misplaced.
    pub(super) fn starts_declaration(&self) -> bool {
        matches!(self.kind(), TokenKind::Basic(basic) if basic.declares())
            || self.is_foreign_declarator()
            || self.is_type_after_name()
    }

    /// Whether a declaration in Pascal's form begins here: `i: _integer`.
    fn is_type_after_name(&self) -> bool {
        matches!(self.kind(), TokenKind::Identifier(_))
            && self.is_next(Basic::Colon)
            && matches!(self.ahead(2), TokenKind::Basic(basic) if super::DECLARATORS.contains(basic))
    }

    /// Parses a declaration. After a fault, skips the rest of the declaration, and returns the names that
    /// were read.
    pub(super) fn declaration(&mut self) -> WrittenDeclaration {
        let mut names = Vec::new();
        self.declaration_of(&mut names).unwrap_or_else(|Failed| {
            self.recovering = true;
            self.names_to_the_semicolon(&mut names);
            WrittenDeclaration::Faulty(names)
        })
    }

    fn declaration_of(&mut self, names: &mut Vec<Name>) -> ParseResult<WrittenDeclaration> {
        if self.is_type_after_name() {
            names.push(self.identifier(("", &[]))?);
            self.advance();
            let message = format!("{} cannot follow a label", self.kind().described());
            return Err(self.fail("delimiter", message, DECLARED));
        }
        let own = self.accept(Basic::Own);
        let ty = self.type_word();
        match self.kind() {
            TokenKind::Basic(Basic::Array) if !own => {
                self.advance();
                self.array_declaration(ty.unwrap_or(Type::Real), names)
            }
            TokenKind::Basic(Basic::Array) => {
                let message = "arrays cannot be own".to_string();
                Err(self.fail("delimiter", message, "declare the array in the outermost block"))
            }
            TokenKind::Basic(Basic::Procedure) if !own => {
                self.nested(|parser| parser.procedure_declaration(ty))
            }
            TokenKind::Basic(Basic::Switch) if !own && ty.is_none() => self.switch_declaration(names),
            _ => match ty {
                Some(ty) => {
                    self.identifier_list(names, ("in the type list", &[(&[], DECLARED)]))?;
                    Ok(WrittenDeclaration::Variables { own, ty, names: std::mem::take(names) })
                }
                None => {
                    let message = format!("{} cannot begin a declaration", self.kind().described());
                    let message = if own { "own is for simple variables".to_string() } else { message };
                    let help = match self.kind() {
                        _ if own => "",
                        TokenKind::Basic(Basic::String) => "only parameters can be strings, not variables",
                        _ => "value, label and string only specify parameters",
                    };
                    let failed = self.fail("delimiter", message, help);
                    self.advance();
                    self.collect(names);
                    Err(failed)
                }
            },
        }
    }

    fn type_word(&mut self) -> Option<Type> {
        let ty = match self.kind() {
            TokenKind::Basic(Basic::Integer) => Type::Integer,
            TokenKind::Basic(Basic::Real) => Type::Real,
            TokenKind::Basic(Basic::Boolean) => Type::Boolean,
            _ => return None,
        };
        self.advance();
        Some(ty)
    }

    /// Parses a list of identifiers. Messages use `place` to name the list, for example `in the value list`.
    fn identifier_list(&mut self, names: &mut Vec<Name>, place: Place) -> ParseResult<()> {
        names.push(self.identifier(place)?);
        while self.accept(Basic::Comma) {
            names.push(self.identifier(place)?);
        }
        Ok(())
    }

    /// Adds the current symbol to `names` if it is an identifier.
    fn collect(&self, names: &mut Vec<Name>) {
        if let TokenKind::Identifier(text) = self.kind() {
            names.push(Name { text: text.clone(), span: self.span() });
        }
    }

    /// Skips the rest of a faulty declaration, up to its semicolon or to a line with another declaration. Adds each
    /// identifier after a comma or a type to `names`.
    pub(super) fn names_to_the_semicolon(&mut self, names: &mut Vec<Name>) {
        while !(self.at_statement_end() || self.starts_declaration() && self.open_line().is_some()) {
            let is_list = self.is(Basic::Comma) || self.starts_declaration();
            self.advance();
            if is_list {
                self.collect(names);
            }
        }
    }

    /// The part of the last identifier that stands in the line before this one. In `i` and, in the next line,
    /// `j := 1`, the identifier is `ij`.
    pub(super) fn name_before_the_line(&self) -> Option<Name> {
        let at = self.at.checked_sub(1)?;
        let TokenKind::Identifier(_) = self.tokens.kind(at) else { return None };
        let (line, span) = self.tokens.first_line(&self.tokens.span(at))?;
        Some(Name { text: line.split_whitespace().collect::<String>().into(), span })
    }

    /// Parses an array declaration. The word `array` has been read.
    fn array_declaration(&mut self, ty: Type, names: &mut Vec<Name>) -> ParseResult<WrittenDeclaration> {
        let mut segments = Vec::new();
        loop {
            let first = names.len();
            self.identifier_list(names, IN_ARRAY_LIST)?;
            self.expect(Basic::LeftBracket, ("before the bounds", BOUNDS))?;
            let mut bounds = Vec::new();
            loop {
                let lower = self.expression()?;
                self.expect(Basic::Colon, ("between the bounds", BOUNDS))?;
                bounds.push((lower, self.expression()?));
                if !self.accept(Basic::Comma) {
                    break;
                }
            }
            self.expect(Basic::RightBracket, ("after the bounds", &[]))?;
            segments.push(Segment { names: names[first..].to_vec(), bounds });
            if !self.accept(Basic::Comma) {
                return Ok(WrittenDeclaration::Arrays { ty, segments });
            }
        }
    }

    fn switch_declaration(&mut self, names: &mut Vec<Name>) -> ParseResult<WrittenDeclaration> {
        self.advance();
        let name = self.identifier(AFTER_SWITCH)?;
        names.push(name.clone());
        self.expect(Basic::Assign, ("after the name of the switch", &[]))?;
        let mut elements = vec![self.expression()?];
        while self.accept(Basic::Comma) {
            elements.push(self.expression()?);
        }
        Ok(WrittenDeclaration::Switch { name, elements })
    }

    /// Parses a procedure declaration. Reads the body even if the heading is faulty.
    fn procedure_declaration(&mut self, result: Option<Type>) -> ParseResult<WrittenDeclaration> {
        let start = self.span();
        self.advance();
        let name = self.identifier(("after procedure", &[]))?;
        let mut procedure = WrittenProcedure {
            result,
            name,
            formals: Vec::new(),
            values: Vec::new(),
            specifications: Vec::new(),
            faulty: false,
            body: WrittenStatement { labels: Vec::new(), kind: WrittenStatementKind::Dummy, span: start },
            span: start,
            symbols: self.at..self.at,
        };
        if let Err(Failed) = self.procedure_heading(&mut procedure) {
            procedure.faulty = true;
            while self.starts_declaration() || !self.at_statement_end() {
                self.collect(&mut procedure.formals);
                self.advance();
            }
            self.accept(Basic::Semicolon);
            while self.starts_declaration() {
                let _ = self.specification(&mut procedure);
                while !self.at_statement_end() {
                    self.advance();
                }
                self.accept(Basic::Semicolon);
            }
        }
        procedure.span = self.since(&start);
        procedure.body = self.statement();
        procedure.symbols.end = self.at;
        Ok(WrittenDeclaration::Procedure(Box::new(procedure)))
    }

    fn at_statement_end(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Basic(Basic::Semicolon | Basic::End | Basic::Begin) | TokenKind::EndOfText
        )
    }

    /// Parses the heading of a procedure. The procedure's name has been read.
    fn procedure_heading(&mut self, procedure: &mut WrittenProcedure) -> ParseResult<()> {
        if self.is(Basic::LeftParenthesis) && self.is_next(Basic::RightParenthesis) {
            self.advance();
            self.no_parameters();
        } else if self.accept(Basic::LeftParenthesis) {
            procedure.formals.push(self.identifier(AS_FORMAL)?);
            while self.accept(Basic::Comma) || self.accept(Basic::FatComma) {
                procedure.formals.push(self.identifier(AS_FORMAL)?);
            }
            self.expect(Basic::RightParenthesis, AFTER_FORMALS)?;
        }
        self.expect(Basic::Semicolon, ("after the procedure heading", &[]))?;
        if self.is(Basic::Value) {
            self.specification(procedure)?;
            self.expect(Basic::Semicolon, ("after the value list", &[]))?;
        }
        while self.starts_declaration() {
            if self.is(Basic::Value) {
                let message = "the value list comes once, before the specifications".to_string();
                return Err(self.fail("delimiter", message, ""));
            }
            self.specification(procedure)?;
            self.expect(Basic::Semicolon, ("after the specification", &[]))?;
        }
        Ok(())
    }

    /// Parses the value list, or one specification.
    fn specification(&mut self, procedure: &mut WrittenProcedure) -> ParseResult<()> {
        if self.accept(Basic::Value) {
            return self.identifier_list(&mut procedure.values, ("in the value list", &[]));
        }
        let ty = self.type_word();
        let spec = match (self.kind(), ty) {
            (TokenKind::Basic(Basic::Array), _) => Spec::Array(ty.unwrap_or(Type::Real)),
            (TokenKind::Basic(Basic::Procedure), _) => Spec::Procedure(ty),
            (TokenKind::Basic(Basic::Label), None) => Spec::Label,
            (TokenKind::Basic(Basic::Switch), None) => Spec::Switch,
            (TokenKind::Basic(Basic::String), None) => Spec::String,
            (_, Some(ty)) => Spec::Simple(ty),
            _ => {
                let message = format!("{} is not a specifier", self.kind().described());
                return Err(self.fail("delimiter", message, "own cannot specify a parameter"));
            }
        };
        if !matches!(spec, Spec::Simple(_)) {
            self.advance();
        }
        let mut names = Vec::new();
        let answer = self.identifier_list(&mut names, ("in the specification", &[]));
        procedure.specifications.push((spec, names));
        answer
    }
}

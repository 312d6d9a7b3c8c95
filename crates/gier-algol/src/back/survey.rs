//! A pass over the tree before code generation. It finds the nesting level of each block, the blocks with
//! arrays, and the own variables.

use crate::ast::{
    Block, BlockId, Declaration, ProcedureId, Program, Statement, StatementKind, SymbolId, SymbolKind,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockFacts {
    /// The nesting level of the body (program or procedure) that contains the block. The program has level 0.
    pub(crate) level: usize,
    /// The number of the innermost block with arrays. It is this block itself, or a block around it in the
    /// same body.
    pub(crate) arrays: Option<usize>,
    /// The enclosing block.
    pub(crate) outer: Option<BlockId>,
}

/// The facts about a program that the code generator needs in advance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// The facts about each block. The index is the number of the block.
    pub(crate) blocks: Vec<BlockFacts>,
    /// All own variables.
    pub(crate) own: Vec<SymbolId>,
    /// The nesting level of each procedure's body. The index is the number of the procedure.
    pub(crate) procedures: Vec<usize>,
}

impl Survey {
    pub(crate) fn of(program: &Program) -> Survey {
        let mut survey = Survey {
            blocks: vec![BlockFacts::default(); program.blocks],
            own: Vec::new(),
            procedures: vec![1; program.procedures.len()],
        };
        survey.block(program, &program.body, 0, None, None);
        survey
    }

    fn note(&mut self, id: BlockId, facts: BlockFacts) {
        if let Some(block) = self.blocks.get_mut(id.0) {
            *block = facts;
        }
    }

    fn block(
        &mut self,
        program: &Program,
        block: &Block,
        level: usize,
        arrays: Option<usize>,
        outer: Option<BlockId>,
    ) {
        let holds = block.declarations.iter().any(|d| matches!(d, Declaration::Arrays { .. }));
        let arrays = if holds { Some(block.id.0) } else { arrays };
        self.note(block.id, BlockFacts { level, arrays, outer });
        for declaration in &block.declarations {
            match declaration {
                Declaration::Variables(symbols) => {
                    let own = |id: &&SymbolId| {
                        matches!(program.symbols[id.0].kind, SymbolKind::Variable { own: true, .. })
                    };
                    self.own.extend(symbols.iter().filter(own));
                }
                Declaration::Procedure(id) => self.procedure(program, *id, level + 1, block.id),
                Declaration::Arrays { .. } | Declaration::Switch { .. } => {}
            }
        }
        for statement in &block.statements {
            self.statement(program, statement, level, arrays, block.id);
        }
    }

    fn procedure(&mut self, program: &Program, id: ProcedureId, level: usize, outer: BlockId) {
        let Some(procedure) = program.procedures.get(id.0) else { return };
        self.procedures[id.0] = level;
        match &procedure.body.kind {
            StatementKind::Block(block) if block.id == procedure.block => {
                self.block(program, block, level, None, Some(outer));
            }
            _ => {
                self.note(procedure.block, BlockFacts { level, arrays: None, outer: Some(outer) });
                self.statement(program, &procedure.body, level, None, procedure.block);
            }
        }
    }

    fn statement(
        &mut self,
        program: &Program,
        statement: &Statement,
        level: usize,
        arrays: Option<usize>,
        outer: BlockId,
    ) {
        match &statement.kind {
            StatementKind::Block(block) => self.block(program, block, level, arrays, Some(outer)),
            StatementKind::Compound(statements) => {
                for statement in statements {
                    self.statement(program, statement, level, arrays, outer);
                }
            }
            StatementKind::If { then, otherwise, .. } => {
                self.statement(program, then, level, arrays, outer);
                if let Some(otherwise) = otherwise {
                    self.statement(program, otherwise, level, arrays, outer);
                }
            }
            StatementKind::For { body, .. } => self.statement(program, body, level, arrays, outer),
            StatementKind::Dummy
            | StatementKind::Assign { .. }
            | StatementKind::Goto(_)
            | StatementKind::Call(_) => {}
        }
    }
}

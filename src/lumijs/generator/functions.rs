//! Functions.

use std::mem::replace;

use deno_ast::swc::ast::*;
use deno_ast::swc::common::Span;
use lumi_closure::analysis::{end, offset};

use super::deferred::first_await;
use super::origins::byte;
use super::{Around, Deferred, Generator};
use crate::solver::{Declared, FunctionId, NodeId, ObjectKind, Use, Value};

/// How a function gives its result.
#[derive(Clone, Copy)]
struct Shape {
    is_async: bool,
    is_generator: bool,
}

impl Generator<'_> {
    /// A function with its own `this`; `own` is the variable of its own name.
    pub(super) fn function(&mut self, function: &Function, own: Option<NodeId>) -> NodeId {
        let this = self.solver.node();
        let id = self.function_with(function, this);
        let node = self.only(Value::Function(id));
        // `new F()` makes an object whose members the function assigns.
        let instance = self.solver.object(ObjectKind::Record);
        self.solver.add(this, Value::Object(instance));
        if let Some(own) = own {
            self.solver.copy(node, own);
        }
        node
    }

    pub(super) fn method(&mut self, function: &Function, this: NodeId) -> NodeId {
        let own_this = self.own_this(this);
        let id = self.function_with(function, own_this);
        self.only(Value::Function(id))
    }

    /// The `this` of one function, which can be that of its object.
    pub(super) fn own_this(&mut self, this: NodeId) -> NodeId {
        let own_this = self.solver.node();
        self.solver.copy(this, own_this);
        own_this
    }

    pub(super) fn function_with(&mut self, function: &Function, this: NodeId) -> FunctionId {
        let shape = Shape {
            is_async: function.is_async,
            is_generator: function.is_generator,
        };
        let patterns: Vec<&Pat> = function.params.iter().map(|it| &it.pat).collect();
        // Decorators of parameters run for their effects.
        for decorator in function.params.iter().flat_map(|it| &it.decorators) {
            self.expression(&decorator.expr);
        }
        let waits = function
            .is_async
            .then(|| function.body.as_ref().and_then(first_await))
            .flatten();
        self.body_of(&patterns, shape, Some(this), function.span, waits, |this| {
            if let Some(body) = &function.body {
                this.statements(&body.stmts);
            }
        })
    }

    pub(super) fn arrow(&mut self, arrow: &ArrowExpr) -> NodeId {
        let shape = Shape {
            is_async: arrow.is_async,
            is_generator: false,
        };
        let patterns: Vec<&Pat> = arrow.params.iter().collect();
        let waits = arrow.is_async.then(|| first_await(&*arrow.body)).flatten();
        let id = self.body_of(
            &patterns,
            shape,
            None,
            arrow.span,
            waits,
            |this| match &*arrow.body {
                BlockStmtOrExpr::BlockStmt(body) => this.statements(&body.stmts),
                BlockStmtOrExpr::Expr(body) => {
                    let value = this.expression(body);
                    if let Some(around) = this.around {
                        this.solver.copy(value, around.result);
                    }
                }
            },
        );
        self.only(Value::Function(id))
    }

    /// A getter or setter, which runs whenever its object is used.
    pub(super) fn accessor(
        &mut self,
        body: Option<&BlockStmt>,
        parameter: Option<&Pat>,
        this: NodeId,
        span: Span,
    ) -> FunctionId {
        let this = self.own_this(this);
        let shape = Shape {
            is_async: false,
            is_generator: false,
        };
        let patterns: Vec<&Pat> = parameter.into_iter().collect();
        let id = self.body_of(&patterns, shape, Some(this), span, None, |this| {
            if let Some(body) = body {
                this.statements(&body.stmts);
            }
        });
        let site = self.site_at(span);
        self.solver.run_here(id, site);
        id
    }

    pub(super) fn constructor(&mut self, constructor: &Constructor, this: NodeId) -> FunctionId {
        let patterns: Vec<&Pat> = constructor
            .params
            .iter()
            .filter_map(|it| match it {
                ParamOrTsParamProp::Param(it) => Some(&it.pat),
                ParamOrTsParamProp::TsParamProp(_) => None,
            })
            .collect();
        let shape = Shape {
            is_async: false,
            is_generator: false,
        };
        let this = self.own_this(this);
        self.body_of(
            &patterns,
            shape,
            Some(this),
            constructor.span,
            None,
            |this| {
                if let Some(body) = &constructor.body {
                    this.statements(&body.stmts);
                }
            },
        )
    }

    /// Walks a function in a unit of its own. `this` is `None` for arrows.
    fn body_of(
        &mut self,
        patterns: &[&Pat],
        shape: Shape,
        this: Option<NodeId>,
        span: Span,
        first_await: Option<usize>,
        walk: impl FnOnce(&mut Self),
    ) -> FunctionId {
        let unit = self.solver.unit(Some(self.unit));
        let text = (self.index, offset(span)..end(span));
        self.solver.texts.insert(unit, text);
        let parameters = patterns
            .iter()
            .filter(|it| !it.is_rest())
            .map(|_| self.solver.node())
            .collect();
        let id = self.solver.function(unit, parameters);
        let data = self.solver.function_data(id).clone();
        let returned = self.returned(shape, data.result);
        let arguments = self.collection_of(data.rest);
        let outer_unit = replace(&mut self.unit, unit);
        let outer_this = self.this;
        if let Some(this) = this {
            self.this = this;
            self.solver.copy(data.this, this);
        }
        self.note_function(this, span, first_await);
        let outer_loop = self.around_loop.take();
        let outer_assigning = self.assigning.take();
        let around = Around {
            result: returned.0,
            yielded: returned.1,
            arguments: match (this, self.around) {
                (None, Some(outer)) => outer.arguments,
                _ => arguments,
            },
        };
        let outer_around = self.around.replace(around);
        let outer_deferred = self.deferred.clone();
        if let (None, Some(from)) = (&outer_deferred, first_await) {
            self.deferred = Some(Deferred {
                function: offset(span)..end(span),
                from,
            });
        }
        self.bind_parameters(patterns, &data.parameters, arguments);
        walk(self);
        self.around_loop = outer_loop;
        self.assigning = outer_assigning;
        self.deferred = outer_deferred;
        self.around = outer_around;
        self.this = outer_this;
        self.unit = outer_unit;
        id
    }

    /// Notes where a function and its `this` begin, and where it has waited.
    fn note_function(&mut self, this: Option<NodeId>, span: Span, first_await: Option<usize>) {
        let unit = self.unit;
        let execution = &mut self.solver.execution;
        if let Some(this) = this {
            let offset = byte(offset(span));
            execution.declared.insert(this, Declared { unit, offset });
        }
        if let Some(from) = first_await {
            execution.tails.insert(unit, byte(from));
        }
    }

    fn bind_parameters(&mut self, patterns: &[&Pat], nodes: &[NodeId], arguments: NodeId) {
        let mut nodes = nodes.iter();
        for pattern in patterns {
            match pattern {
                Pat::Rest(it) => self.bind(&it.arg, arguments),
                pattern => {
                    let node = nodes.next().copied().unwrap_or(arguments);
                    self.bind(pattern, node);
                }
            }
        }
    }

    /// The nodes of what is returned and yielded; callers get promises and generators of them.
    fn returned(
        &mut self,
        shape: Shape,
        result: NodeId,
    ) -> (NodeId, Option<crate::solver::ObjectId>) {
        if !shape.is_async && !shape.is_generator {
            return (result, None);
        }
        let collection = self.solver.object(ObjectKind::Collection);
        if shape.is_generator {
            self.solver.set_native(collection, "a generator");
        }
        self.solver.add(result, Value::Object(collection));
        let returned = self.solver.node();
        let any = self.solver.object_data(collection).any;
        self.solver.copy(returned, any);
        // A promise of a promise is settled with what that is settled with.
        self.solver.observe(returned, Use::Contents(any));
        (returned, shape.is_generator.then_some(collection))
    }

    fn collection_of(&mut self, contents: NodeId) -> NodeId {
        let object = self.solver.object(ObjectKind::Collection);
        let any = self.solver.object_data(object).any;
        self.solver.copy(contents, any);
        self.only(Value::Object(object))
    }
}

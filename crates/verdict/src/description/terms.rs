//! The grammar of expressions and conditions.

use super::parse::{Name, Parser};
use super::scan::Parsed;
use super::{Budget, Comparison, Condition, Kind, Properties};
use crate::expression::{Aggregate, Expression, Function, Operator};

impl Parser<'_> {
    pub(super) fn conditions(&mut self) -> Parsed<(Vec<Condition>, Properties)> {
        let (mut conditions, mut properties) = (Vec::new(), Properties::default());
        loop {
            self.scan.spaces();
            let start = self.scan.at;
            let word = self.scan.peek_name().unwrap_or_default();
            let is_name = self.names.iter().any(|name| self.description.slots[name.slot].name == word);
            let property = match word {
                _ if is_name => None,
                "tree" => Some(&mut properties.tree),
                "simple" => Some(&mut properties.simple),
                "connected" => Some(&mut properties.connected),
                "acyclic" => Some(&mut properties.acyclic),
                "directed" => Some(&mut properties.directed),
                "distinct" => Some(&mut properties.distinct),
                _ => None,
            };
            if let Some(property) = property {
                *property = true;
                self.scan.eat_word(word);
            } else {
                conditions.push(self.condition(start)?);
            }
            if !self.scan.eat(",") {
                return Ok((conditions, properties));
            }
        }
    }

    fn condition(&mut self, start: usize) -> Parsed<Condition> {
        let left = self.expression()?;
        let comparisons = [
            ("!=", Comparison::Unequal),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("==", Comparison::Equal),
            ("=", Comparison::Equal),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let Some((_, comparison)) = comparisons.into_iter().find(|(symbol, _)| self.scan.eat(symbol)) else {
            return self.scan.missing("a comparison: `=`, `!=`, `<`, `<=`, `>` or `>=`");
        };
        let right = self.expression()?;
        let text = self.scan.since(start);
        let scale = self.scale(&left).max(self.scale(&right));
        self.check_size(start, &left, scale)?;
        self.check_size(start, &right, scale)?;
        self.budget(&left, comparison, &right);
        Ok(Condition { left, comparison, right, scale, text })
    }

    /// Keeps a condition on a sum or a count while values are chosen, if its bound is known before the first of them.
    fn budget(&mut self, left: &Expression, comparison: Comparison, right: &Expression) {
        let Expression::Aggregate(aggregate) = left else { return };
        let Aggregate { function, slot, depth, .. } = &**aggregate;
        let is_late = |part: &Expression| match part {
            Expression::Name(name) => *name >= *slot || self.description.slots[*name].depth() > *depth,
            Expression::Aggregate(other) => other.complete > *slot || other.depth > *depth,
            Expression::Index => true,
            _ => false,
        };
        let is_fixed = match function {
            Function::Length => return,
            Function::Sum => true,
            Function::Count(of) => {
                matches!(of, Expression::Number { .. }) && self.description.slots[*slot].places() == 0
            }
        };
        if is_fixed && comparison != Comparison::Unequal && !right.any(&mut { is_late }) {
            let (slot, depth) = (*slot, *depth);
            self.description.slots[slot].budgets.push(self.description.budgets.len());
            let (function, bound) = (function.clone(), right.clone());
            self.description.budgets.push(Budget { slot, depth, function, comparison, bound });
        }
    }

    /// How many decimals the numbers and names of an expression have.
    fn scale(&self, expression: &Expression) -> u8 {
        let mut most = 0;
        expression.any(&mut |part| {
            most = most.max(match part {
                Expression::Number { decimals, .. } => *decimals,
                Expression::Name(slot) => self.description.slots[*slot].places(),
                Expression::Aggregate(aggregate) if aggregate.function == Function::Sum => {
                    self.description.slots[aggregate.slot].places()
                }
                _ => 0,
            });
            false
        });
        most
    }

    pub(super) fn check_scale(&self, at: usize, expression: &Expression, places: u8) -> Parsed<()> {
        if self.scale(expression) <= places {
            return Ok(());
        }
        let scale = self.scale(expression);
        self.scan
            .error(at, format!("this has {scale} decimals, but the values have {places}; expected `places {scale}`"))
    }

    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        let mut left = self.term()?;
        loop {
            let operator = if self.scan.eat("+") {
                Operator::Add
            } else if self.scan.eat("-") {
                Operator::Subtract
            } else {
                return Ok(left);
            };
            left = Expression::binary(operator, left, self.term()?);
        }
    }

    fn term(&mut self) -> Parsed<Expression> {
        let mut left = self.unary()?;
        loop {
            self.scan.spaces();
            let at = self.scan.at;
            let operator = if self.scan.eat("*") {
                Operator::Multiply
            } else if self.scan.eat("/") {
                Operator::Divide
            } else if self.scan.eat("%") {
                Operator::Remainder
            } else {
                return Ok(left);
            };
            let right = self.unary()?;
            let divisor = self.view().range(&right, self.scale(&right));
            if operator.divides() && divisor.0 <= 0 && divisor.1 >= 0 {
                return self.scan.error(at, "the divisor can be 0; expected one that cannot, as in `max(1, …)`");
            }
            left = Expression::binary(operator, left, right);
        }
    }

    fn unary(&mut self) -> Parsed<Expression> {
        if self.scan.eat("-") {
            return Ok(match self.unary()? {
                Expression::Number { digits, decimals } => Expression::Number { digits: -digits, decimals },
                other => Expression::binary(Operator::Subtract, Expression::integer(0), other),
            });
        }
        if let Some(number) = self.scan.number()? {
            return Ok(number);
        }
        let at = self.scan.at;
        if self.scan.eat("(") {
            let inner = self.expression()?;
            self.scan.expect(")")?;
            return Ok(inner);
        }
        if self.scan.eat("#") {
            if !self.has_index {
                return self.scan.error(at, "`#` is the index in an array or of a row, but here is neither");
            }
            return Ok(Expression::Index);
        }
        let is_call = self.scan.after_name() == Some(b'(');
        let name = self.scan.name("a number or a name")?;
        if is_call { self.call(&name, at) } else { self.scalar(&name, at) }
    }

    fn call(&mut self, function: &str, at: usize) -> Parsed<Expression> {
        self.scan.expect("(")?;
        let expression = match function {
            "min" | "max" => {
                let left = self.expression()?;
                self.scan.expect(",")?;
                let operator = if function == "min" { Operator::Minimum } else { Operator::Maximum };
                Expression::binary(operator, left, self.expression()?)
            }
            "sum" | "len" | "count" => {
                let name_at = {
                    self.scan.spaces();
                    self.scan.at
                };
                let name = self.scan.name("a name")?;
                let &Name { slot, depth, complete, .. } = self.known(&name, name_at)?;
                let function = match (function, &self.description.slots[slot].kind) {
                    ("len", _) => Function::Length,
                    ("sum", Kind::Number { .. }) => Function::Sum,
                    ("sum", Kind::Text { .. }) => {
                        return self
                            .scan
                            .error(name_at, format!("{name} has no sum, as it is a string; expected `len({name})`"));
                    }
                    _ => Function::Count(self.counted(slot)?),
                };
                Expression::Aggregate(Box::new(Aggregate { function, slot, depth, complete }))
            }
            _ => {
                return self
                    .scan
                    .error(at, format!("unknown function {function}; expected min, max, sum, len or count"));
            }
        };
        self.scan.expect(")")?;
        Ok(expression)
    }

    /// What is counted: a number, or a letter as its place in the class.
    fn counted(&mut self, slot: usize) -> Parsed<Expression> {
        self.scan.expect(",")?;
        self.scan.spaces();
        let at = self.scan.at;
        let literal = self.scan.literal()?;
        match (&self.description.slots[slot].kind, literal) {
            (Kind::Number { places, .. }, None) => {
                let places = *places;
                let counted = self.expression()?;
                self.check_scale(at, &counted, places)?;
                Ok(counted)
            }
            (Kind::Text { class, .. }, Some(literal)) => {
                let place = class.iter().position(|letter| literal == [*letter]);
                match place {
                    Some(place) => Ok(Expression::integer(place as i128)),
                    None => self.scan.error(at, "expected one letter of the class"),
                }
            }
            (Kind::Number { .. }, Some(_)) => self.scan.error(at, "these are numbers; expected a number"),
            (Kind::Text { .. }, None) => self.scan.error(at, "these are letters; expected one in quotes"),
        }
    }

    fn scalar(&mut self, name: &str, at: usize) -> Parsed<Expression> {
        let &Name { slot, has_ended, .. } = self.known(name, at)?;
        let kind = &self.description.slots[slot];
        if has_ended {
            return self.scan.error(
                at,
                format!("{name} has a value in each row; expected sum({name}), len({name}) or count({name}, …)"),
            );
        }
        if !kind.is_scalar() {
            return self
                .scan
                .error(at, format!("{name} is not a single number; expected len({name}) or another function of it"));
        }
        self.description.slots[slot].is_used = true;
        Ok(Expression::Name(slot))
    }

    fn known(&self, name: &str, at: usize) -> Parsed<&Name> {
        match self.names.iter().find(|known| self.description.slots[known.slot].name == name) {
            Some(known) => Ok(known),
            None => self.scan.error(at, format!("{name} is not known here; expected a name that an earlier item has")),
        }
    }
}

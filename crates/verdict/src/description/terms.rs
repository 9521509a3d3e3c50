//! The grammar of expressions and conditions.

use std::cmp::Ordering::{Equal, Greater, Less};

use problem::count_of;

use super::parse::Parser;
use super::scan::{Parsed, place};
use super::{Condition, Kind, Orderings, Properties};
use crate::expression::{Aggregate, Expression, Function, Operator, Span};

impl Parser<'_> {
    /// Conditions, and properties where they are about rows.
    pub(super) fn conditions(&mut self, are_about_rows: bool) -> Parsed<(Vec<Condition>, Properties)> {
        let (mut conditions, mut properties) = (Vec::new(), Properties::default());
        loop {
            let start = self.spaces();
            let word = self.peek_name().filter(|word| self.find(word).is_none()).unwrap_or_default();
            match word {
                "tree" => (properties.connected, properties.forest) = (true, true),
                "simple" => properties.simple = true,
                "connected" => properties.connected = true,
                "acyclic" => properties.acyclic = true,
                "directed" => properties.directed = true,
                "distinct" => properties.distinct = true,
                unknown if are_about_rows && !unknown.is_empty() && self.after_name() != Some(b'(') => {
                    let expected = "a name that an earlier item has, or of rows tree, simple, connected, acyclic, \
                                    directed or distinct";
                    return self.error(start, format!("{unknown} is not known here; expected {expected}"));
                }
                _ => conditions.push(self.condition(start)?),
            }
            let message = "a property belongs to rows; write it on their line, as in `n x … where distinct`; of an \
                           array, `a[n]: 1..9 distinct`";
            self.require(are_about_rows || properties == Properties::default(), start, message)?;
            self.eat_word(word);
            if !self.eat(",") {
                properties.forest |= properties.acyclic && !properties.directed;
                return Ok((conditions, properties));
            }
        }
    }

    fn condition(&mut self, start: usize) -> Parsed<Condition> {
        let left = self.expression()?;
        let comparisons: [(&str, Orderings); 7] = [
            ("!=", &[Less, Greater]),
            ("<=", &[Less, Equal]),
            (">=", &[Greater, Equal]),
            ("==", &[Equal]),
            ("=", &[Equal]),
            ("<", &[Less]),
            (">", &[Greater]),
        ];
        let Some(comparison) = self.one_of(&comparisons) else {
            return self.missing("a comparison: `=`, `!=`, `<`, `<=`, `>` or `>=`");
        };
        let right = self.expression()?;
        let scale = self.scale(&left).max(self.scale(&right));
        let (text, place) = (self.since(start), place(self.text, start));
        let condition = Condition { left, comparison, right, scale, text, place };
        self.budget(&condition);
        Ok(condition)
    }

    /// Keeps a condition on a sum or a count while values are chosen, if its bound is known before the first of them, and
    /// it is not one of rows inside, of which there may be none.
    fn budget(&mut self, condition: &Condition) {
        let Expression::Aggregate(aggregate) = &condition.left else { return };
        let &Aggregate { ref function, slot, depth, .. } = &**aggregate;
        let slots = &mut self.description.slots;
        let places = slots[slot].places;
        let is_late = |part: &Expression| match part {
            Expression::Name(name) => *name >= slot || slots[*name].depth() > depth,
            Expression::Aggregate(_) | Expression::Index => true,
            Expression::Number { .. } | Expression::Binary(..) => false,
        };
        let is_fixed = match function {
            Function::Length => false,
            Function::Sum => true,
            Function::Count(of) => matches!(of, Expression::Number { .. }) && places == 0,
        };
        let is_certain = depth == self.path.len();
        if is_certain
            && is_fixed
            && condition.scale == places
            && condition.comparison != [Less, Greater]
            && !condition.right.any(&mut { is_late })
        {
            slots[slot].budgets.push(self.description.budgets.len());
            self.description.budgets.push(condition.clone());
        }
    }

    /// How many decimals the result of an expression has. A count has none.
    fn scale(&self, expression: &Expression) -> u8 {
        match expression {
            Expression::Number { decimals, .. } => *decimals,
            Expression::Name(slot) => self.description.slots[*slot].places,
            Expression::Aggregate(of) if of.function == Function::Sum => self.description.slots[of.slot].places,
            Expression::Binary(_, pair) => self.scale(&pair.0).max(self.scale(&pair.1)),
            Expression::Aggregate(_) | Expression::Index => 0,
        }
    }

    /// The range of an expression for values with this number of decimals.
    pub(super) fn range(&self, at: usize, expression: &Expression, places: u8) -> Parsed<Span> {
        let scale = self.scale(expression);
        let decimals = count_of(scale.into(), "decimal");
        let message = format!("this has {decimals}, but the values have {places}; expected `places {scale}`");
        self.require(scale <= places, at, message)?;
        Ok(self.view().range(expression, places))
    }

    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        let is_outermost = self.operands == 0;
        let mut left = self.term()?;
        while let Some(operator) = self.one_of(&[("+", Operator::Add), ("-", Operator::Subtract)]) {
            left = Expression::binary(operator, left, self.term()?);
        }
        if is_outermost {
            self.operands = 0;
        }
        Ok(left)
    }

    fn term(&mut self) -> Parsed<Expression> {
        let mut left = self.unary()?;
        let operators = [("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)];
        loop {
            let at = self.spaces();
            let is_power = [&b"^"[..], b"**"].iter().any(|sign| self.text[at..].starts_with(sign));
            self.require(!is_power, at, "there are no powers; expected a number such as 1e5")?;
            let Some(operator) = self.one_of(&operators) else { return Ok(left) };
            let right = self.unary()?;
            let divisor = self.view().range(&right, self.scale(&right));
            let message = "the divisor can be 0; expected one that cannot, as in `max(1, …)`";
            self.require(operator == Operator::Multiply || divisor.0 > 0 || divisor.1 < 0, at, message)?;
            left = Expression::binary(operator, left, right);
        }
    }

    fn unary(&mut self) -> Parsed<Expression> {
        self.operands += 1;
        let at = self.spaces();
        self.require(self.operands <= 200, at, "the expression is too long; expected at most 200 operands")?;
        if self.eat("-") {
            return Ok(Expression::binary(Operator::Subtract, Expression::integer(0), self.unary()?));
        }
        if let Some(number) = self.number()? {
            return Ok(number);
        }
        if self.eat("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if self.eat("#") {
            let message = "`#` is the index in an array or of a row, but here is neither";
            self.require(self.has_index, at, message)?;
            return Ok(Expression::Index);
        }
        let is_call = self.after_name() == Some(b'(');
        let name = self.name("a number or a name")?;
        if is_call { self.call(name, at) } else { self.scalar(name, at) }
    }

    fn call(&mut self, function: &str, at: usize) -> Parsed<Expression> {
        self.expect("(")?;
        let expression = match function {
            "min" | "max" => {
                let left = self.expression()?;
                self.expect(",")?;
                let operator = if function == "min" { Operator::Minimum } else { Operator::Maximum };
                Expression::binary(operator, left, self.expression()?)
            }
            "sum" | "len" | "count" => {
                let name_at = self.spaces();
                let name = self.name("a name")?;
                let (slot, (depth, complete)) = self.known(name, name_at)?;
                let function = match function {
                    "len" => Function::Length,
                    "sum" => {
                        let message = format!("{name} has no sum, as it is a string; expected `len({name})`");
                        self.require(self.description.slots[slot].is_number(), name_at, message)?;
                        Function::Sum
                    }
                    _ => Function::Count(self.counted(slot)?),
                };
                Expression::Aggregate(Box::new(Aggregate { function, slot, depth, complete }))
            }
            _ => return self.error(at, format!("unknown function {function}; expected min, max, sum, len or count")),
        };
        self.expect(")")?;
        Ok(expression)
    }

    /// What is counted: a number, or a letter as its place in the class.
    fn counted(&mut self, slot: usize) -> Parsed<Expression> {
        self.expect(",")?;
        let at = self.spaces();
        if let Kind::Letter(class) = self.description.slots[slot].kind.clone() {
            let literal = self.literal()?;
            let place = class.iter().position(|&letter| literal.as_deref() == Some(&[letter]));
            self.require(place.is_some(), at, "expected one letter of the class in quotes")?;
            return Ok(Expression::integer(place.unwrap_or(0) as i128));
        }
        let counted = self.expression()?;
        self.range(at, &counted, self.description.slots[slot].places)?;
        Ok(counted)
    }

    fn scalar(&mut self, name: &str, at: usize) -> Parsed<Expression> {
        let (slot, (depth, _)) = self.known(name, at)?;
        let its = &mut self.description.slots[slot];
        its.is_used = true;
        let is_single = its.path.len() == depth;
        let message = format!("{name} has several values here; expected sum({name}), len({name}) or count({name}, …)");
        self.require(is_single, at, message)?;
        Ok(Expression::Name(slot))
    }

    /// The slot with a name, and its scope.
    fn known(&self, name: &str, at: usize) -> Parsed<(usize, (usize, usize))> {
        let message = format!(
            "{name} is not known here; expected a name that an earlier item has, or `:` and a range after a new one"
        );
        let known = self.find(name).and_then(|slot| Some((slot, self.description.slots[slot].scope?)));
        known.map_or_else(|| self.error(at, message), Ok)
    }
}

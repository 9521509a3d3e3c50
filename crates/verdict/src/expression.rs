//! Expressions, and the ranges of numbers in which their values lie.

/// The smallest and the largest value that something can have. They are equal if the value is known.
pub(crate) type Span = (i128, i128);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    /// 1.25 has the digits 125, two of them decimals.
    Number {
        digits: i128,
        decimals: u8,
    },
    /// The latest value of a slot.
    Name(usize),
    /// `#`
    Index,
    Aggregate(Box<Aggregate>),
    Binary(Operator, Box<(Expression, Expression)>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Minimum,
    Maximum,
}

/// A function of all values of a slot since the current row of some depth began.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Aggregate {
    pub(crate) function: Function,
    pub(crate) slot: usize,
    pub(crate) depth: usize,
    /// The values are complete when all slots below this one are.
    pub(crate) complete: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Function {
    Sum,
    Length,
    /// How many of the numbers, or of the letters by their place in the class, are equal to this.
    Count(Expression),
}

impl Expression {
    pub(crate) const fn integer(digits: i128) -> Self {
        Self::Number { digits, decimals: 0 }
    }

    /// Combines two expressions, numbers at once.
    pub(crate) fn binary(operator: Operator, left: Self, right: Self) -> Self {
        match (&left, &right) {
            (&Self::Number { digits: a, decimals: 0 }, &Self::Number { digits: b, decimals: 0 }) => {
                Self::integer(operator.apply((a, a), (b, b), 1).0)
            }
            _ => Self::Binary(operator, Box::new((left, right))),
        }
    }

    /// Calls a function on this expression and all its parts, until one returns `true`; returns whether one did.
    pub(crate) fn any(&self, test: &mut impl FnMut(&Self) -> bool) -> bool {
        test(self)
            || match self {
                Self::Binary(_, pair) => pair.0.any(test) || pair.1.any(test),
                Self::Aggregate(aggregate) => match &aggregate.function {
                    Function::Count(of) => of.any(test),
                    _ => false,
                },
                _ => false,
            }
    }

    /// The slot that this is, with a number added or subtracted at most.
    pub(crate) fn counter(&self) -> Option<usize> {
        match self {
            Self::Name(slot) => Some(*slot),
            Self::Binary(Operator::Add | Operator::Subtract, pair) => match **pair {
                (Self::Name(slot), Self::Number { .. }) => Some(slot),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Aggregate {
    /// Whether a value is one that is counted, which is a number that is known.
    pub(crate) fn counts(&self, value: i64) -> bool {
        matches!(self.function, Function::Count(Expression::Number { digits, .. }) if digits == value.into())
    }
}

impl Operator {
    /// The range of the results; one is `unit`. A divisor is never zero.
    pub(crate) fn apply(self, a: Span, b: Span, unit: i128) -> Span {
        match self {
            Self::Add => (a.0.saturating_add(b.0), a.1.saturating_add(b.1)),
            Self::Subtract => (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0)),
            Self::Minimum => (a.0.min(b.0), a.1.min(b.1)),
            Self::Maximum => (a.0.max(b.0), a.1.max(b.1)),
            Self::Multiply if unit == 1 && a.0 >= 0 && b.0 >= 0 => (a.0.saturating_mul(b.0), a.1.saturating_mul(b.1)),
            Self::Multiply if unit == 1 => corners(a, b, i128::saturating_mul),
            Self::Multiply => corners(a, b, |x, y| x.saturating_mul(y) / unit),
            Self::Divide => corners(a, b, |x, y| x.saturating_mul(unit) / y),
            Self::Remainder if a.0 == a.1 && b.0 == b.1 => (a.0 % b.0, a.0 % b.0),
            Self::Remainder => {
                let most = b.0.saturating_abs().max(b.1.saturating_abs()) - 1;
                (a.0.clamp(-most, 0), a.1.clamp(0, most))
            }
        }
    }
}

fn corners(a: Span, b: Span, result: impl Fn(i128, i128) -> i128) -> Span {
    let [first, second, third, fourth] = [result(a.0, b.0), result(a.0, b.1), result(a.1, b.0), result(a.1, b.1)];
    (first.min(second).min(third).min(fourth), first.max(second).max(third).max(fourth))
}

//! What a choice of a walk may be, and what follows from it.

use std::cmp::Ordering;

use crate::description::{Kind, SequenceKind};
use crate::expression::{Expression, Function};
use crate::possible::{ANY_INDEX, View};
use crate::walk::{Level, Stop, Walk};

/// What a slot may be next: a number from `low` to `high`.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) slot: usize,
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// The legal value nearest zero.
    pub(crate) nearest: i64,
    /// What leaves their share of a bounded sum to later values: a range in parts of [`UNIT`], and how many later values
    /// there are at most.
    pub(crate) share: Option<(i128, i128, i64)>,
    /// What keeps conditions on counts: a value, how often it is still to come, and among about how many.
    pub(crate) wanted: Vec<(i64, i128, i128)>,
}

/// Into how many parts 1 is divided where a share is not a whole number.
pub(crate) const UNIT: i128 = 1 << 16;

impl Domain {
    /// Whether a value is in the range, and none that may not come again because of a condition on its count.
    pub(crate) fn allows(&self, value: i64) -> bool {
        let has_enough = |&(of, wanted, _): &(i64, i128, i128)| of == value && wanted <= 0;
        (self.low..=self.high).contains(&value) && !self.wanted.iter().any(has_enough)
    }
}

impl Walk<'_> {
    /// What the next value of a slot may be.
    pub(crate) fn domain(&self, slot: usize) -> Result<Domain, Stop> {
        let its = &self.description.slots[slot];
        let (low, high) = self.view().legal(slot);
        let (low, high) = (integer(low), integer(high));
        let nearest = low.max(high.min(0));
        let mut domain = Domain { slot, low, high, nearest, share: None, wanted: Vec::new() };
        if its.is_sorted && its.is_number() {
            domain.low = self
                .values_since(slot, self.levels.len().saturating_sub(1))
                .next_back()
                .map_or(low, |latest| low.max(latest));
        }
        for &number in &its.budgets {
            self.keep_budget(number, &mut domain);
        }
        if domain.low > domain.high {
            return self.stop(format!("{} can have no value{}", its.name, self.kept(slot)));
        }
        Ok(domain)
    }

    /// What narrows the range of a slot, as messages end.
    pub(crate) fn kept(&self, slot: usize) -> String {
        let its = &self.description.slots[slot];
        let conditions = its.budgets.iter().map(|&number| self.description.budgets[number].to_string());
        let kept: Vec<_> = conditions.chain(its.is_sorted.then(|| "the order".to_owned())).collect();
        if kept.is_empty() { String::new() } else { format!(" that keeps {}", kept.join(" and ")) }
    }

    /// Narrows a choice to what a condition on a sum or a count allows.
    fn keep_budget(&self, number: usize, domain: &mut Domain) {
        let condition = &self.description.budgets[number];
        let Expression::Aggregate(of) = &condition.left else { return };
        if self.levels[of.depth..].iter().any(|level| level.is_found) {
            return;
        }
        let slot = domain.slot;
        let (its, view) = (&self.description.slots[slot], self.view());
        let scale = if of.function == Function::Sum { its.places } else { 0 };
        let totals = &self.totals[number];
        let spent = totals[totals.len() - 1] - totals[self.before(slot, of.depth)];
        let (least, most) = condition.limits(&view, scale);
        let (least, most) = (least.saturating_sub(spent), most.saturating_sub(spent));
        // How many values are still to come. What later rows have is not known.
        let (mut later, mut fewer, mut more) = (view, 0, 0);
        for (level, depth) in self.levels[of.depth..].iter().zip(of.depth + 1..) {
            let next = level.element.index as i128 + 2;
            let index = if depth == self.levels.len() { (next, next + level.left().1 - 1) } else { ANY_INDEX };
            let of_level = view.outside(level.element.repeat.slots.start, index);
            let each = of_level.values(slot, depth);
            (fewer, more) = (fewer + level.left().0 * each.0, more + level.left().1 * each.1);
            if depth == of.depth + 1 {
                later = of_level;
            }
        }
        if let Function::Count(of) = &of.function {
            let of = integer(view.value(of, its.places));
            if least > more {
                (domain.low, domain.high) = (domain.low.max(of), domain.high.min(of));
            } else if least == most {
                domain.wanted.push((of, most, i128::midpoint(fewer, more) + 1));
            } else if most <= 0 {
                domain.wanted.push((of, 0, 1));
            }
            return;
        }
        let (low, high) = View { below: later.below.min(slot), ..later }.legal(slot);
        let later = (if low < 0 { more } else { fewer } * low, if high < 0 { fewer } else { more } * high);
        domain.low = domain.low.max(integer(least.saturating_sub(later.1)));
        domain.high = domain.high.min(integer(most.saturating_sub(later.0)));
        // As far below an even share of what is left as above it, if it is bounded on that side.
        let [low, high] = [domain.low, domain.high].map(|bound| UNIT * i128::from(bound));
        let (mut from, mut to, _) = domain.share.unwrap_or((low, high, 0));
        let mirrored = |sum: i128, value: i128| (sum.saturating_mul(2 * UNIT) / (more + 1)).saturating_sub(value);
        if !condition.comparison.contains(&Ordering::Greater) {
            to = to.min(mirrored(most, low));
        }
        if !condition.comparison.contains(&Ordering::Less) {
            from = from.max(mirrored(least, high));
        }
        domain.share = Some((from, to, integer(more)));
    }

    /// Why a value is not allowed here, though it is in the range.
    pub(crate) fn refusal(&self, domain: &Domain, value: i64) -> Option<String> {
        let its = &self.description.slots[domain.slot];
        if !domain.allows(value) {
            return Some(format!("{} cannot have this value; expected one{}", its.name, self.kept(domain.slot)));
        }
        if self.has_come(domain, value) {
            return Some(format!("{} is {value} twice", its.name));
        }
        // While rows that are not announced are read, their number is not known.
        let is_needed = its.is_used || its.kind == Kind::Length(SequenceKind::Rows) && self.text.is_none();
        if !is_needed || self.levels.iter().any(|level| level.is_found) {
            return None;
        }
        let slot = self.rest_of_elements(domain, value).err()?;
        let of = self.description.slots.get(slot);
        let fix = if of.is_some_and(|of| of.is_of_tree) { "; a tree of n vertices has n-1 rows" } else { "" };
        let of = of.map_or("the rows".to_owned(), |of| format!("{}{}", of.name, self.kept(slot)));
        Some(format!("{} = {value} leaves nothing possible for {of}{fix}", its.name))
    }

    /// Whether a value has come in the innermost sequence, though its values are distinct.
    pub(crate) fn has_come(&self, domain: &Domain, value: i64) -> bool {
        let is_in = |level: &Level<'_>| level.seen.contains(&[domain.slot as i64, value][..]);
        self.description.slots[domain.slot].is_distinct && self.levels.last().is_some_and(is_in)
    }
}

/// A number as 64 bits. Descriptions have no bounds past those.
pub(crate) fn integer(value: i128) -> i64 {
    value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

//! What a choice of a walk may be, and what follows from it.

use std::cmp::Ordering;

use crate::description::Condition;
use crate::expression::{Aggregate, Span};
use crate::possible::{ANY_INDEX, Cost, View, add, multiply};
use crate::walk::{Level, Stop, Walk};

/// What a slot may be next: a number from `low` to `high`.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) slot: usize,
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// The legal value nearest zero.
    pub(crate) nearest: i64,
    /// The conditions on its sum and on counts of its values.
    pub(crate) budgets: Vec<Budget>,
}

/// What a condition on a sum or a count leaves to the values that are still to come, the next one included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The value that is counted.
    pub(crate) counted: Option<i64>,
    /// The least and the most that their sum or count may be. Without a bound, it is as large as half of the numbers.
    pub(crate) least: i128,
    pub(crate) most: i128,
    /// How many come after the next one, and their range.
    pub(crate) count: Span,
    pub(crate) values: Span,
    /// Whether each of them costs what it costs by itself: the range is the same for all, and equal ones are possible.
    is_steady: bool,
}

impl Domain {
    /// Whether a value is in the range, and none that may not come again because of a condition on its count.
    pub(crate) fn allows(&self, value: i64) -> bool {
        let is_spent = |budget: &Budget| budget.most <= 0 && budget.counted == Some(value);
        (self.low..=self.high).contains(&value) && !self.budgets.iter().any(is_spent)
    }
}

impl Walk<'_> {
    /// What the next value of a slot may be.
    pub(crate) fn domain(&self, slot: usize) -> Result<Domain, Stop> {
        let its = &self.description.slots[slot];
        let (low, high) = self.view().legal(slot);
        let (low, high) = (integer(low), integer(high));
        let nearest = low.max(high.min(0));
        let budgets = its.budgets.iter().filter_map(|&number| self.budget(number, slot, self.view())).collect();
        let mut domain = Domain { slot, low, high, nearest, budgets };
        if its.is_sorted && its.is_number() {
            domain.low = self
                .values_since(slot, self.levels.len().saturating_sub(1))
                .next_back()
                .map_or(low, |latest| low.max(latest));
        }
        for &Budget { counted, least, most, count, values, .. } in &domain.budgets {
            match counted {
                None => {
                    let (fewest, sum) = (count.0, i128::saturating_mul);
                    let lowest = sum(values.0, if values.0 < 0 { count.1 } else { fewest });
                    let highest = sum(values.1, if values.1 < 0 { fewest } else { count.1 });
                    domain.low = domain.low.max(integer(least.saturating_sub(highest)));
                    domain.high = domain.high.min(integer(most.saturating_sub(lowest)));
                }
                // All must have this value.
                Some(of) if least > count.1 => (domain.low, domain.high) = (domain.low.max(of), domain.high.min(of)),
                Some(_) => {}
            }
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

    /// What a condition leaves to its values, where the choice of slot `next` is the next one. `None` if it is not kept
    /// here: before the sequence whose values are summed, this is the sum of all that it will have.
    fn budget(&self, number: usize, next: usize, view: View<'_>) -> Option<Budget> {
        let Condition { comparison, right, .. } = &self.description.budgets[number];
        let of = self.description.budgets[number].aggregate()?;
        let counted = of.counted();
        let &Aggregate { slot, depth, .. } = of;
        let inside = self.levels.iter().take_while(|level| level.element.repeat.slots.contains(&slot)).count();
        let around = self.levels.get(depth..inside).filter(|around| !around.is_empty() || next <= slot)?;
        if around.iter().any(|level| level.is_found) {
            return None;
        }
        let mut count = if next < slot { view.values(slot, inside) } else { (0, 0) };
        for (level, depth) in around.iter().zip(depth + 1..) {
            let later = view.outside(level.element.repeat, ANY_INDEX);
            count = add(count, multiply(level.left(), later.values(slot, depth)));
        }
        let view_of_all = around.first().map_or(view, |level| view.outside(level.element.repeat, ANY_INDEX));
        let values = View { below: view_of_all.below.min(slot), index: ANY_INDEX, ..view_of_all }.legal(slot);
        let totals = &self.totals[number];
        let spent = totals[totals.len() - 1] - totals[self.before(slot, depth)];
        let scale = if counted.is_none() { self.description.slots[slot].places } else { 0 };
        let (low, high) = view.range(right, scale);
        let beyond = i128::from(!comparison.contains(&Ordering::Equal));
        let least = if comparison.contains(&Ordering::Less) { i128::MIN / 2 } else { low - spent + beyond };
        let most = if comparison.contains(&Ordering::Greater) { i128::MAX / 2 } else { high - spent - beyond };
        let its = &self.description.slots[slot];
        let is_steady = !its.is_distinct && !its.is_optional && its.is_steady(&self.description.slots, depth);
        Some(Budget { counted, least, most, count, values, is_steady })
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
        let slot = if its.is_used { self.rest_of_elements(domain, value).err()? } else { return None };
        let of = self.description.slots.get(slot);
        let fix = if of.is_some_and(|of| of.is_of_tree) { "; a tree of n vertices has n-1 rows" } else { "" };
        let of = of.map_or("the rows", |slot| &slot.name);
        Some(format!("{} = {value} leaves nothing possible for {of}{fix}", its.name))
    }

    /// Whether a value has come in the innermost sequence, though its values are distinct.
    pub(crate) fn has_come(&self, domain: &Domain, value: i64) -> bool {
        let (slot, its) = (domain.slot, &self.description.slots[domain.slot]);
        let is_in = |level: &Level<'_>| {
            if its.is_sorted && its.is_number() {
                return self.values_since(slot, self.levels.len() - 1).next_back() == Some(value);
            }
            level.seen.contains(&[slot as i64, value][..])
        };
        its.is_distinct && self.levels.last().is_some_and(is_in)
    }

    /// What is known if this choice is `value`.
    fn view_after(&self, domain: &Domain, value: i64) -> View<'_> {
        View { below: domain.slot, candidate: Some((domain.slot, value)), index: ANY_INDEX, ..self.view() }
    }

    /// What comes after this choice in the current elements costs, if it is `value`. Whether something is possible in
    /// later elements does not depend on it.
    pub(crate) fn rest_of_elements(&self, domain: &Domain, value: i64) -> Cost {
        let view = self.view_after(domain, value);
        self.pending.iter().try_fold((0, 0), |all, nodes| Ok(add(all, view.nodes(nodes)?)))
    }

    /// What comes after this choice costs, if it is `value` and no order and no condition on its own slot matters.
    pub(crate) fn rest_of(&self, domain: &Domain, value: i64) -> Cost {
        let (view, own) = (self.view_after(domain, value), self.rest_of_elements(domain, value)?);
        let rest = self.levels.iter().try_fold(own, |all, level| -> Cost {
            let (index, left) = (level.element.index as i128 + 1, level.left());
            Ok(add(all, view.elements(level.element.repeat, left, (index + 1, index + left.1))?))
        })?;
        if self.description.budgets.is_empty() {
            return Ok(rest);
        }
        let later = self.description.slots.iter().skip(domain.slot + 1);
        Ok(later.filter(|its| !its.budgets.is_empty()).fold(rest, |rest, its| {
            let budgets = its.budgets.iter().filter_map(|&number| self.budget(number, domain.slot, view));
            narrow(rest, cost_of_sums(&budgets.collect::<Vec<_>>(), None))
        }))
    }

    /// What is left of the cost of the rest, if this choice is `value`: later values may not be less in an order, have
    /// to keep the conditions on their sum and their counts, which are `budgets` before this choice, and a graph needs
    /// edges for all its vertices.
    pub(crate) fn narrow_rest(&self, domain: &Domain, value: i64, rest: Span) -> Span {
        let &Domain { slot, nearest, ref budgets, .. } = domain;
        let its = &self.description.slots[slot];
        let (mut more, mut less) = cost_of_sums(budgets, Some(value));
        if let Some(level) = self.levels.last() {
            let left = level.left();
            if let (Some(graph), Some((_, ends))) = (&level.graph, level.element.repeat.graph) {
                let ends = ends.map(|end| if end < slot { self.latest_value(end) } else { value });
                (more, less) = graph.cost_of_rest(ends, left);
            } else if its.is_sorted
                && its.is_number()
                && !its.is_optional
                && its.is_steady(&self.description.slots, its.depth() - 1)
            {
                more = more.max(left.0 * i128::from(value.saturating_sub(nearest).max(0)));
            }
        }
        narrow(rest, (more, less))
    }
}

/// How much more the values of a slot cost at least, and how much less at most, because of conditions on their sum,
/// perhaps after another value.
fn cost_of_sums(budgets: &[Budget], value: Option<i64>) -> Span {
    budgets.iter().filter(|it| it.counted.is_none() && it.is_steady).fold((0, 0), |(more, less), it| {
        let Budget { least, most, count, values: (low, high), .. } = *it;
        let (nearest, value) = (low.max(high.min(0)), value.map_or(0, i128::from));
        // How far all of them are from the value nearest zero together, in the direction of larger values.
        let shift = multiply(count, (nearest, nearest));
        let (least, most) = ((least - value).saturating_sub(shift.1), (most - value).saturating_sub(shift.0));
        let farthest = if nearest == low {
            most
        } else if nearest == high {
            -least
        } else {
            i128::MAX / 2
        };
        let longest = (nearest - low).max(high - nearest);
        (more.max(least).max(most.saturating_neg()), less.max(count.1.saturating_mul(longest) - farthest))
    })
}

/// A cost that is more at least and less at most.
fn narrow(cost: Span, (more, less): Span) -> Span {
    (cost.0 + more, cost.1 - less)
}

/// A number as 64 bits. Descriptions have no bounds past those.
pub(crate) fn integer(value: i128) -> i64 {
    value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

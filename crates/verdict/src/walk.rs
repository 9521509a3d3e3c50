//! One walk through a description. It reads, makes, enumerates and repeats inputs: what it meets is the same, and only
//! who answers its choices differs.

use problem::count_of;

use crate::description::{Block, Body, Comparison, Condition, Count, Item, Kind, Line, Rows, Statement};
use crate::state::{Choice, Domain, Pending, State, integer};

/// Why a walk ended early: what is wrong, at a byte of the text.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) at: usize,
    pub(crate) message: String,
}

/// Answers the choices of a walk.
pub(crate) trait Chooser {
    /// How often a line or a test case is chosen again if it breaks a condition.
    const PATIENCE: usize = 0;

    /// Chooses a value.
    fn choose(&mut self, state: &State<'_>, domain: &Domain<'_>) -> Result<i64, Stop>;

    /// Whether another row follows, after this number of rows. `None`: the number of rows is a choice.
    fn has_row(&mut self, _: &State<'_>, _: &Rows, _count: usize) -> Option<bool> {
        None
    }

    /// Bytes were written from here on: literals, or a choice as text.
    fn wrote(&mut self, _: &State<'_>, _from: usize) -> Result<(), Stop> {
        Ok(())
    }

    /// A sequence begins whose length depends on this choice; its elements begin; it ends.
    fn begin(&mut self, _: &State<'_>, _counter: Option<usize>, _rows: Option<&Rows>) {}
    fn element(&mut self, _: &State<'_>) {}
    fn end(&mut self, _: &State<'_>) {}
}

pub(crate) struct Walk<'d, C> {
    pub(crate) state: State<'d>,
    pub(crate) chooser: C,
}

type Walked = Result<(), Stop>;

impl<'d, C: Chooser> Walk<'d, C> {
    pub(crate) fn new(description: &'d crate::Description, chooser: C) -> Self {
        Self { state: State::new(description), chooser }
    }

    /// Walks through the whole description.
    pub(crate) fn run(&mut self) -> Walked {
        self.state.clear();
        self.block(&self.state.description.block)
    }

    fn stop<T>(at: usize, message: String) -> Result<T, Stop> {
        Err(Stop { at, message })
    }

    fn block(&mut self, block: &'d Block) -> Walked {
        for (number, statement) in block.statements.iter().enumerate() {
            self.state.pending.push(Pending::Statements(&block.statements[number + 1..]));
            match statement {
                Statement::Line(line) if C::PATIENCE > 0 && !line.conditions.is_empty() => {
                    let slots = line.slots();
                    self.again(slots, |walk| walk.line(line))?;
                }
                Statement::Line(line) => self.line(line)?,
                Statement::Rows(rows) => self.rows(rows)?,
                Statement::Where(conditions) => self.check(conditions, self.state.out.len())?,
            }
            self.state.pending.pop();
        }
        Ok(())
    }

    /// Checks conditions on what was read up to here. Errors are at byte `at`.
    fn check(&self, conditions: &[Condition], at: usize) -> Walked {
        for Condition { left, comparison, right, scale, text } in conditions {
            let view = self.state.view();
            let (left, right) = (view.value(left, *scale), view.value(right, *scale));
            let holds = match comparison {
                Comparison::Equal => left == right,
                Comparison::Unequal => left != right,
                Comparison::Less => left < right,
                Comparison::AtMost => left <= right,
                Comparison::Greater => left > right,
                Comparison::AtLeast => left >= right,
            };
            if !holds {
                return Self::stop(
                    at,
                    format!("the condition {text} does not hold: {left} on the left, {right} on the right"),
                );
            }
        }
        Ok(())
    }

    /// The number of rows, and the choice that gave it.
    fn count(&mut self, kind: Choice<'d>, count: &Count) -> Result<(usize, Option<usize>), Stop> {
        let at = self.state.out.len();
        let view = self.state.view();
        let low = view.value(&count.low, 0);
        let Some(high) = &count.high else {
            let counter = count.low.counter().map(|slot| self.state.chosen_at[slot]);
            let of = |_| Stop { at, message: format!("there can be no sequence of length {low}") };
            return Ok((usize::try_from(low).map_err(of)?, counter));
        };
        let high = view.value(high, 0);
        let (low, high) = (integer(low.max(0)).unwrap_or(0), integer(high).unwrap_or(-1));
        if low > high {
            return Self::stop(at, format!("no length is possible here: its range {low}..{high} is empty"));
        }
        let chosen = self.chooser.choose(&self.state, &Domain::of(kind, low, high))?;
        self.state.choices.push(chosen);
        Ok((usize::try_from(chosen).unwrap_or(0), Some(self.state.choices.len() - 1)))
    }

    fn rows(&mut self, rows: &'d Rows) -> Walked {
        let at = self.state.out.len();
        self.state.begin_rows(rows).or_else(|message| Self::stop(at, message))?;
        let is_found = rows.count.high.is_some() && self.chooser.has_row(&self.state, rows, 0).is_some();
        let (count, counter) = if is_found {
            self.state.choices.push(0);
            (usize::MAX, Some(self.state.choices.len() - 1))
        } else {
            self.count(Choice::Rows(rows), &rows.count)?
        };
        let (index, depth) = (self.state.index, self.state.depth() + 1);
        self.chooser.begin(&self.state, counter, Some(rows));
        let mut row = 0;
        while row < count && !(is_found && self.chooser.has_row(&self.state, rows, row) == Some(false)) {
            self.chooser.element(&self.state);
            self.state.pending.push(Pending::Rows(rows, count - row - 1));
            self.state.begin_row(rows, depth, row, count);
            let is_tried_again = match &rows.body {
                Body::Line(line) => rows.properties.distinct || !line.conditions.is_empty(),
                Body::Block(_) => true,
            };
            if C::PATIENCE > 0 && is_tried_again {
                self.again(rows.slots.clone(), |walk| walk.row(rows, depth))?;
            } else {
                self.row(rows, depth)?;
            }
            self.state.pending.pop();
            self.state.end_row(rows, depth);
            row += 1;
        }
        self.chooser.end(&self.state);
        self.state.index = index;
        if is_found {
            self.check_count(rows, row, counter.unwrap_or(0))?;
        }
        match &rows.graph {
            Some(_) => self.state.edges.final_refusal().map_or(Ok(()), |message| Self::stop(at, message)),
            None => Ok(()),
        }
    }

    fn row(&mut self, rows: &'d Rows, depth: usize) -> Walked {
        let (first, at) = (self.state.choices.len(), self.state.out.len());
        match &rows.body {
            Body::Line(line) => self.line(line)?,
            Body::Block(block) => self.block(block)?,
        }
        if rows.properties.distinct && !self.state.seen[depth].insert(self.state.choices[first..].to_vec()) {
            return Self::stop(at, "this row comes twice, but rows are distinct".to_owned());
        }
        Ok(())
    }

    /// Checks the number of rows that were found.
    fn check_count(&mut self, rows: &Rows, count: usize, choice: usize) -> Walked {
        let view = self.state.view();
        let (low, high) = (view.value(&rows.count.low, 0), view.value(rows.count.most(), 0));
        if !(low..=high).contains(&(count as i128)) {
            let found = count_of(count, "row");
            return Self::stop(self.state.out.len(), format!("{found} before this; expected from {low} to {high}"));
        }
        self.state.choices[choice] = i64::try_from(count).unwrap_or(i64::MAX);
        Ok(())
    }

    /// Walks through a part again if that may help.
    fn again(&mut self, slots: std::ops::Range<usize>, mut part: impl FnMut(&mut Self) -> Walked) -> Walked {
        let state = &self.state;
        let (out, choices, pending) = (state.out.len(), state.choices.len(), state.pending.len());
        let (size, index, spent) = (state.size, state.index, state.spent.clone());
        let lengths: Vec<usize> = state.values[slots.clone()].iter().map(Vec::len).collect();
        for _ in 1..C::PATIENCE {
            if let walked @ Ok(()) = part(self) {
                return walked;
            }
            let state = &mut self.state;
            state.out.truncate(out);
            state.choices.truncate(choices);
            state.pending.truncate(pending);
            (state.size, state.index) = (size, index);
            state.spent.clone_from(&spent);
            for (values, &length) in state.values[slots.clone()].iter_mut().zip(&lengths) {
                values.truncate(length);
            }
        }
        part(self)
    }

    fn write(&mut self, bytes: &[u8]) -> Walked {
        let from = self.state.out.len();
        self.state.out.extend_from_slice(bytes);
        self.chooser.wrote(&self.state, from)
    }

    fn line(&mut self, line: &'d Line) -> Walked {
        let at = self.state.out.len();
        let mut items = line.alternatives[0].as_slice();
        if line.alternatives.len() > 1 {
            let domain = Domain::of(Choice::Alternative(line), 0, line.alternatives.len() as i64 - 1);
            let chosen = self.chooser.choose(&self.state, &domain)?;
            self.state.choices.push(chosen);
            items = &line.alternatives[usize::try_from(chosen).unwrap_or(0)];
        }
        for (number, item) in items.iter().enumerate() {
            if number > 0 {
                self.write(b" ")?;
            }
            self.state.pending.push(Pending::Items(&items[number + 1..]));
            match item {
                Item::Literal(literal) => self.write(literal)?,
                Item::Slot(slot) => self.slot(*slot)?,
            }
            self.state.pending.pop();
        }
        self.write(b"\n")?;
        self.check(&line.conditions, at)
    }

    fn slot(&mut self, slot: usize) -> Walked {
        let its = &self.state.description.slots[slot];
        let Some(length) = &its.length else {
            let (index, count) = if its.path.is_empty() { (0, 1) } else { self.state.rows[its.depth()] };
            return match &its.kind {
                Kind::Number { .. } => self.number(slot, index, count, 0),
                Kind::Text { length, .. } => self.text(slot, length, 0),
            };
        };
        let at = self.state.out.len();
        let view = self.state.view();
        let count = view.value(length, 0);
        let Ok(count) = usize::try_from(count) else {
            return Self::stop(at, format!("{} would have {count} values", its.name));
        };
        let counter = length.counter().map(|slot| self.state.chosen_at[slot]);
        let outer = self.state.index;
        self.state.forget(slot);
        self.chooser.begin(&self.state, counter, None);
        for index in 0..count {
            if index > 0 {
                self.write(b" ")?;
            }
            self.chooser.element(&self.state);
            self.state.index = index as i64 + 1;
            let left = count - index - 1;
            self.state.pending.push(Pending::Elements { slot, next: index + 2, left });
            match &its.kind {
                Kind::Number { .. } => {
                    self.number(slot, index, count, left)?;
                    self.state.commit_number(slot);
                }
                Kind::Text { length, .. } => {
                    let from = self.state.values[slot].len();
                    self.text(slot, length, left)?;
                    let text = self.state.letters(slot, from);
                    self.state.commit_text(slot, text);
                }
            }
            self.state.pending.pop();
        }
        self.chooser.end(&self.state);
        self.state.index = outer;
        Ok(())
    }

    /// Chooses a number or a letter, which is number `index` of `count`.
    fn value(&mut self, slot: usize, index: usize, count: usize, left: usize) -> Result<i64, Stop> {
        let at = self.state.out.len();
        let domain = self.state.domain(slot, index, count, left).or_else(|message| Self::stop(at, message))?;
        let value = self.chooser.choose(&self.state, &domain)?;
        self.state.size += if matches!(domain.kind, Choice::Number(_)) {
            value.abs_diff(domain.nearest)
        } else {
            value.unsigned_abs()
        } + 1;
        self.state.push(slot, value);
        self.state.choices.push(value);
        Ok(value)
    }

    fn number(&mut self, slot: usize, index: usize, count: usize, left: usize) -> Walked {
        let value = self.value(slot, index, count, left)?;
        let from = self.state.out.len();
        write_number(value, self.state.description.slots[slot].places(), &mut self.state.out);
        self.chooser.wrote(&self.state, from)
    }

    /// A string. `after` elements come after it in its row.
    fn text(&mut self, slot: usize, length: &'d Count, after: usize) -> Walked {
        let at = self.state.out.len();
        let its = &self.state.description.slots[slot];
        let Kind::Text { class, .. } = &its.kind else { return Ok(()) };
        self.state.size += 1;
        let (count, counter) = self.count(Choice::Length(slot), length)?;
        let from = self.state.values[slot].len();
        // Later strings of an array are counted with their shortest length.
        let shortest = usize::try_from(self.state.view().count(length).0).unwrap_or(0);
        self.chooser.begin(&self.state, counter, None);
        for index in 0..count {
            self.chooser.element(&self.state);
            let left = count - index - 1;
            self.state.pending.push(Pending::Letters(left, class.len()));
            let letter = self.value(slot, index, count, left + after * shortest)?;
            let start = self.state.out.len();
            self.state.out.push(class[usize::try_from(letter).unwrap_or(0)]);
            self.chooser.wrote(&self.state, start)?;
            self.state.pending.pop();
        }
        self.chooser.end(&self.state);
        if its.is_distinct || its.is_sorted {
            let text = self.state.letters(slot, from);
            if its.is_distinct && self.state.used_texts[slot].contains(&text) {
                return Self::stop(at, format!("{} comes twice, but is distinct", its.name));
            }
            if its.is_sorted && text < self.state.latest_text[slot] {
                return Self::stop(
                    at,
                    format!("{} is not sorted: this comes before the string above or to the left", its.name),
                );
            }
        }
        Ok(())
    }
}

/// Writes a number whose last `places` digits are decimals.
pub(crate) fn write_number(value: i64, places: u8, out: &mut Vec<u8>) {
    let mut digits = [0_u8; 32];
    let mut start = digits.len();
    let mut rest = value.unsigned_abs();
    let mut written = 0;
    while rest > 0 || written <= places {
        if written == places && places > 0 {
            start -= 1;
            digits[start] = b'.';
        }
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        written += 1;
    }
    if value < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[start..]);
}

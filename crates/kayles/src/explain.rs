//! Explains why a row is won or lost, to a reader who knows nim.

use grundy::Nimber;
use problem::{Cell, Page, Table, cell_range, styles};

use crate::rules::{Group, Move, Row};
use crate::solver::Solver;

pub(crate) fn explain(row: Row<'_>, page: &mut Page) {
    let mut solver = Solver::default();
    let groups: Vec<(Group, Nimber)> = row.groups().map(|group| (group, solver.group(group))).collect();
    let sum = solver.nim_sum(row);
    if sum.is_zero() {
        page.verdict(styles::LOSS, "Second", "the player to move has no winning move");
    } else {
        page.verdict(styles::WIN, "First", "the player to move has a winning move");
    }
    let pins = row.pins().iter().map(|&pin| match pin {
        b'I' => Cell { symbol: 'I', style: styles::FIRST_MARK },
        _ => Cell { symbol: '.', style: styles::QUIET },
    });
    page.ruled(&[("row", pins.collect())]);

    page.heading("Groups");
    page.line(
        "A move changes one group and leaves two smaller ones. A group is equivalent to a heap of nim, whose size is the \
         group's nimber: the smallest number that no move leaves, where a move leaves the xor of the nimbers of its two \
         groups. The xor of the nimbers of all groups is the nim-sum; the player to move loses exactly if it is zero.\n",
    );
    let mut table = Table::new(["pins", "length", "nimber"]);
    for &(group, nimber) in &groups {
        table.row([cell_range(group.first + 1, group.len), group.len.to_string(), nimber.to_string()]);
    }
    page.table(&table);
    let nimbers: Vec<Nimber> = groups.iter().map(|&(_, nimber)| nimber).collect();
    page.sum("Nim-sum", "xor", &nimbers, sum);
    if !sum.is_zero() {
        write_winning_moves(page, &mut solver, &groups, sum);
    }
}

fn write_winning_moves(page: &mut Page, solver: &mut Solver, groups: &[(Group, Nimber)], sum: Nimber) {
    page.heading("Winning moves");
    let mut table = Table::new(["pins", "leaves", "nimber", "other groups"]);
    for &(group, nimber) in groups {
        let others = sum + nimber;
        for Move { at, count } in group.moves() {
            let [left, right] = group.after(Move { at, count });
            let after = solver.pins(left) + solver.pins(right);
            if after == others {
                table.row([
                    cell_range(group.first + at + 1, count),
                    format!("{left} and {right} pins"),
                    after.to_string(),
                    others.to_string(),
                ]);
            }
        }
    }
    page.table(&table);
}

//! Which moves win on some heaps, and which heaps are lost if the player who makes the last move loses.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::ensure;
use grundy::{Game, Misere, Nimber, Sequence, Table};

use crate::compute::extend_in_steps;
use crate::options::Options;
use crate::report::{Fields, print_line};

/// The most tokens on which misère play is solved where moves leave several heaps: its positions are millions.
const MOST_TOKENS: usize = 50;
/// The most positions elsewhere, which take 300 MB.
const MOST_POSITIONS: usize = 2_000_000;

/// A move: the heap that it is made on, and those that it leaves.
type Move = (usize, Vec<usize>);

fn check_misere(options: &Options, heaps: &[usize]) -> anyhow::Result<()> {
    let tokens = heaps.iter().fold(0_usize, |sum, heap| sum.saturating_add(*heap));
    let positions = heaps.iter().fold(1_usize, |all, heap| all.saturating_mul(heap.saturating_add(1)));
    ensure!(
        tokens <= MOST_TOKENS || positions <= MOST_POSITIONS && !options.leaves().contains(&true),
        "--misere: too many positions: expected at most {MOST_TOKENS} tokens, or at most {MOST_POSITIONS} positions if \
         no move splits a heap"
    );
    Ok(())
}

/// Prints the heaps that are lost in misère play.
pub(crate) fn print_lost_heaps(options: &Options) -> anyhow::Result<()> {
    check_misere(options, &[options.to()])?;
    let start = Instant::now();
    let mut table = Table::new(Misere(options.game().clone()));
    let lost: Vec<usize> = (0..=options.to()).filter(|&heap| table.nimber(vec![heap]).is_zero()).collect();
    let mut fields = Fields::default();
    fields.add("code", options.game());
    fields.add("play", "misere");
    fields.add("n", options.to());
    fields.add_list("lost", lost.iter(), None);
    fields.add_time(0, start.elapsed());
    print_line(&fields.format(options.json))
}

/// Prints a line about some heaps, and one for each move that wins.
pub(crate) fn print_winning_moves(options: &Options) -> anyhow::Result<()> {
    let (game, heaps) = (options.game(), &options.winning_moves);
    let mut fields = Fields::default();
    fields.add("code", game);
    let different: BTreeSet<usize> = heaps.iter().copied().collect();
    let moves = different.iter().flat_map(|heap| game.moves(heap).map(|left| (*heap, left.into_iter().collect())));
    let winning: Vec<Move> = if options.misere {
        check_misere(options, heaps)?;
        fields.add("play", "misere");
        let mut table = Table::new(Misere(game.clone()));
        let is_won = |(heap, left): &Move| {
            let place = heaps.iter().position(|other| other == heap).unwrap_or(0);
            table.nimber([&heaps[..place], &heaps[place + 1..], left].concat()).is_zero()
        };
        moves.filter(is_won).collect()
    } else {
        let mut sequence = Sequence::new(game.clone());
        extend_in_steps(&mut sequence, different.last().copied().unwrap_or(0), None)?;
        let value = |heap: &usize| Nimber::from(sequence.packed()[*heap]);
        let sum: Nimber = heaps.iter().map(value).sum();
        fields.add("nimber", sum);
        moves.filter(|(heap, left): &Move| left.iter().map(value).sum::<Nimber>() == sum + value(heap)).collect()
    };
    fields.add_list("heaps", heaps.iter(), None);
    let text = |heaps: &[usize]| heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let object = |(heap, left): &Move| format!("{{\"heap\":{heap},\"leave\":[{}]}}", text(left));
    fields.add_list("winning_moves", winning.iter().map(object), Some(winning.len()));
    let lines = winning.iter().map(|(heap, left)| format!("heap={heap} leave={}", text(left)));
    let lines = lines.filter(|_| !options.json);
    print_line(&[fields.format(options.json)].into_iter().chain(lines).collect::<Vec<_>>().join("\n"))
}

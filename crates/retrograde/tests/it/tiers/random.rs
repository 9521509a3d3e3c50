//! Random games, divided at random into parts that play never re-enters, compared with the values by definition and
//! with the whole game solved at once.

use std::ops::ControlFlow;

use proptest::prelude::*;
use retrograde::{Game, Outcome, Ranked, Runner, Tiers, Value, audit_with_predecessors, solve};

use super::{Folder, files_of};
use crate::divided::Divided;
use crate::world::World;

/// A way to solve the parts.
#[derive(Clone, Copy, Debug)]
struct Way {
    with_predecessors: bool,
    side_by_side: usize,
    memory: Option<u64>,
}

impl Way {
    const COUNT: u8 = 8;

    fn new(number: u8) -> Self {
        let memory = [None, Some(2_600_000), Some(24_000_000)][usize::from(number & 1) + usize::from(number & 3 == 1)];
        Self { with_predecessors: number & 2 > 0, side_by_side: if number & 4 > 0 { 3 } else { 1 }, memory }
    }

    fn solve(self, divided: &Divided<'_>, folder: &Folder) {
        let mut tiers = Tiers::new(divided.clone(), folder.path()).side_by_side(self.side_by_side);
        if let Some(bytes) = self.memory {
            tiers = tiers.memory(bytes);
        }
        let (runner, parts) = (Runner::new(), divided.parts());
        let result = if self.with_predecessors {
            tiers.solve_with_predecessors(&runner, parts.clone(), |_| {})
        } else {
            tiers.solve(&runner, parts.clone(), |_| {})
        };
        result.unwrap_or_else(|error| panic!("{error}: {self:?} of {divided:?}"));
        let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, files_of(&tiers, parts));
    }
}

/// What each move is worth to the player who makes it, by definition, from the values of all positions.
fn moves_with_values(world: &World, position: u64, values: &[Value]) -> Vec<(u64, Value)> {
    let mut moves = Vec::new();
    if world.is_solved(position) {
        let _ = world.successors(&position, |to| {
            let reached = values[usize::try_from(to).expect("few positions")];
            let wins = (reached.outcome() == Outcome::Win) == world.moves_again(&position, &to);
            let worth = reached.plies().map(|plies| if wins { Value::Win(plies + 1) } else { Value::Loss(plies + 1) });
            moves.push((to, worth.unwrap_or(Value::Draw)));
            ControlFlow::Continue(())
        });
    }
    moves
}

fn check(bytes: &[u8], ways: impl Iterator<Item = u8>) {
    let world = World::from_bytes(bytes);
    let divided = Divided::new(&world, &bytes[bytes.len().min(20)..]);
    let (values, whole) = (world.values(), solve(&world).expect("a consistent game"));
    let mut files = None;
    for way in ways.map(|number| Way::new(number % Way::COUNT)) {
        let folder = Folder::new();
        way.solve(&divided, &folder);
        let found = folder.files();
        if let Some(before) = &files {
            assert!(found == *before, "other files: {way:?} of {divided:?}");
            continue;
        }
        files = Some(found);
        let tiers = Tiers::new(divided.clone(), folder.path());
        for position in world.positions() {
            let value = values[usize::try_from(position).expect("few positions")];
            assert_eq!(tiers.value(&position).ok(), Some(value), "{position} of {divided:?}");
            assert_eq!(
                tiers.best_moves(&position).ok(),
                Some(whole.best_moves(&position)),
                "{position} of {divided:?}"
            );
            let moves = moves_with_values(&world, position, &values);
            assert_eq!(tiers.moves(&position).ok(), Some(moves), "{position} of {divided:?}");
            let line = tiers.principal_line(&position).ok();
            assert_eq!(line, Some(whole.principal_line(&position)), "{position} of {divided:?}");
        }
        let mut runner = Runner::new();
        for part in divided.parts() {
            let game = tiers.part(&part).expect("solved");
            assert_eq!(audit_with_predecessors(&game), Ok(()), "{part} of {divided:?}");
            assert!(tiers.verify(&mut runner, &part).is_ok());
            assert!(tiers.verify_with_predecessors(&mut runner, &part).is_ok());
            let loaded = tiers.load(&part).expect("solved");
            let ranks = divided.ranks[part].iter().filter_map(|rank| Ranked::unrank(&world, *rank));
            assert!(ranks.into_iter().all(|position| loaded.get(&position) == whole.get(&position)));
        }
        assert!(tiers.plan(divided.parts()).is_ok_and(|plan| plan.iter().all(|part| part.header().is_some())));
    }
}

fn games() -> impl Strategy<Value = (Vec<u8>, u8)> {
    (prop::collection::vec(any::<u8>(), 40..160), any::<u8>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_in_parts_have_the_values_by_definition((bytes, way) in games()) {
        check(&bytes, [way, way / 8].into_iter().take(1 + usize::from(way % 4 == 0)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes some minutes"]
    fn many_random_games_in_parts_have_the_values_by_definition((bytes, way) in games()) {
        check(&bytes, (0..Way::COUNT).map(|other| way.wrapping_add(other)));
    }
}

/// The games that are drawn have parts that lead to several others, and are reached from several.
#[test]
fn random_games_fall_into_parts_of_every_kind() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let (mut forks, mut joins, mut chains, mut mixed) = (0, 0, 0, 0);
    for _ in 0..300 {
        let (bytes, _) = games().new_tree(&mut runner).expect("bytes").current();
        let world = World::from_bytes(&bytes);
        let divided = Divided::new(&world, &bytes[bytes.len().min(20)..]);
        let next = |part: &usize| divided.leads_to(*part).into_iter().filter(|next| next != part).collect::<Vec<_>>();
        let all: Vec<Vec<usize>> = divided.parts().iter().map(next).collect();
        forks += usize::from(all.iter().any(|next| next.len() > 1));
        joins +=
            usize::from(divided.parts().iter().any(|part| all.iter().filter(|next| next.contains(part)).count() > 1));
        chains += usize::from(all.iter().flatten().flat_map(&next).flat_map(|part| next(&part)).next().is_some());
        let places = |part: &usize| divided.part_of.iter().filter(|other| *other == part).count();
        mixed += usize::from(divided.parts().iter().any(|part| places(part) > 2 && !next(part).is_empty()));
    }
    for count in [forks, joins, chains, mixed] {
        assert!(count > 15, "{forks} {joins} {chains} {mixed}");
    }
}

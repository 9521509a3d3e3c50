//! Random graphs that have their properties by the way they are made.

use std::collections::HashSet;

use problem::Rng;

use crate::description::Properties;
use crate::random::{make_distinct, shuffle};

/// What the trees in a random graph look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A vertex hangs on any earlier one.
    Bushy,
    /// On the one before it.
    Path,
    /// On the first one.
    Star,
    /// On one of the last few: long and thin.
    Long,
}

impl Shape {
    /// The vertex on which another one hangs.
    fn earlier(self, vertex: usize, rng: &mut Rng) -> usize {
        const FEW: usize = 3;
        match self {
            Self::Bushy => rng.below(vertex),
            Self::Path => vertex - 1,
            Self::Star => 0,
            Self::Long => vertex - 1 - rng.below(vertex.min(FEW)),
        }
    }
}

/// A graph with `count` edges, on vertices from 0: a tree, if it is connected or has no cycles, and more edges. Empty if
/// there is none.
pub(crate) fn random_edges(
    properties: Properties,
    vertices: usize,
    count: usize,
    shape: Shape,
    rng: &mut Rng,
) -> Vec<(usize, usize)> {
    let (is_connected, is_forest) = (properties.is_connected(), properties.is_forest());
    let (is_two_way, is_simple) = (properties.is_two_way(), properties.simple);
    let turn = |edge: &mut (usize, usize), rng: &mut Rng| {
        if rng.one_in(2) {
            *edge = (edge.1, edge.0);
        }
    };
    let mut edges: Vec<(usize, usize)> = Vec::new();
    if is_connected || is_forest {
        edges.extend((1..vertices).map(|vertex| (shape.earlier(vertex, rng), vertex)));
    }
    for edge in edges.iter_mut().filter(|_| is_two_way) {
        turn(edge, rng);
    }
    // Every edge has a number, from its first vertex and the way from there to the second one around all vertices.
    let least = usize::from(properties.has_no_loops());
    let all = vertices.saturating_mul(vertices.saturating_sub(least)) / if is_simple && !is_two_way { 2 } else { 1 };
    let is_larger = edges.len() < count && (is_forest || all < if is_simple { count } else { 1 });
    if is_larger || is_connected && edges.len() > count {
        return Vec::new();
    }
    if edges.len() > count {
        shuffle(&mut edges, rng);
        edges.truncate(count);
    }
    if edges.len() < count {
        let largest = if is_simple { all - count } else { all - 1 };
        let mut numbers: Vec<i64> = (0..count).map(|_| rng.between(0, largest) as i64).collect();
        if is_simple {
            make_distinct(&mut numbers);
            shuffle(&mut numbers, rng);
        }
        let used: HashSet<(usize, usize)> = edges.iter().copied().filter(|_| is_simple).collect();
        let edge = |number: i64| {
            let (first, way) = (number as usize % vertices, number as usize / vertices + least);
            let second = (first + way) % vertices;
            if is_two_way || first < second { (first, second) } else { (second, first) }
        };
        let missing = count - edges.len();
        edges.extend(numbers.into_iter().map(edge).filter(|edge| !used.contains(edge)).take(missing));
    }
    // Half of the graphs keep the order in which they were made: vertex 0 is then the root.
    let mut names: Vec<usize> = (0..vertices).collect();
    if rng.one_in(2) {
        shuffle(&mut names, rng);
        shuffle(&mut edges, rng);
    }
    for edge in &mut edges {
        *edge = (names[edge.0], names[edge.1]);
        if !properties.directed {
            turn(edge, rng);
        }
    }
    edges
}

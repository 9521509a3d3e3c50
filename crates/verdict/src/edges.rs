//! Random graphs that have their properties by the way they are made.

use std::collections::HashSet;

use problem::Rng;

use crate::description::Properties;

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

pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}

/// The edges of a tree: of each vertex but the first, an earlier one.
fn tree(vertices: usize, shape: Shape, rng: &mut Rng) -> Vec<(usize, usize)> {
    const FEW: usize = 3;
    let earlier = |vertex: usize, rng: &mut Rng| match shape {
        Shape::Bushy => rng.below(vertex),
        Shape::Path => vertex - 1,
        Shape::Star => 0,
        Shape::Long => vertex - 1 - rng.below(vertex.min(FEW)),
    };
    (1..vertices).map(|vertex| (earlier(vertex, rng), vertex)).collect()
}

/// A graph with `count` edges, on vertices from 0: `None` if there is none, or none was found.
pub(crate) fn random_edges(
    properties: Properties,
    vertices: usize,
    count: usize,
    shape: Shape,
    rng: &mut Rng,
) -> Option<Vec<(usize, usize)>> {
    let is_connected = properties.is_connected();
    let mut edges = if is_connected || properties.is_forest() { tree(vertices, shape, rng) } else { Vec::new() };
    if is_connected && edges.len() > count || vertices == 0 && count > 0 {
        return None;
    }
    if edges.len() > count {
        shuffle(&mut edges, rng);
        edges.truncate(count);
    }
    if edges.len() < count {
        if properties.is_forest() {
            return None;
        }
        more_edges(properties, vertices, count, &mut edges, rng)?;
    }
    // Half of the graphs keep the order in which they were made: vertex 0 is then the root.
    let mut names: Vec<usize> = (0..vertices).collect();
    if rng.one_in(2) {
        shuffle(&mut names, rng);
        shuffle(&mut edges, rng);
    }
    let is_ordered = properties.directed && properties.acyclic;
    for edge in &mut edges {
        *edge = (names[edge.0], names[edge.1]);
        if !is_ordered && rng.one_in(2) {
            *edge = (edge.1, edge.0);
        }
    }
    // Turning an arc round may have made it equal to another.
    if properties.directed && properties.simple && !is_ordered {
        let mut seen = HashSet::new();
        for edge in &mut edges {
            if !seen.insert(*edge) {
                *edge = (edge.1, edge.0);
                seen.insert(*edge);
            }
        }
    }
    Some(edges)
}

/// Adds edges until there are `count`.
fn more_edges(
    properties: Properties,
    vertices: usize,
    count: usize,
    edges: &mut Vec<(usize, usize)>,
    rng: &mut Rng,
) -> Option<()> {
    let is_two_way = properties.is_two_way();
    let pairs = vertices * vertices.saturating_sub(1) / if is_two_way { 1 } else { 2 };
    if properties.has_no_loops() && vertices < 2 || properties.simple && count > pairs {
        return None;
    }
    // Arcs without cycles go from a smaller vertex to a larger one.
    let in_order = |(a, b): (usize, usize)| if is_two_way || a < b { (a, b) } else { (b, a) };
    let mut used: HashSet<(usize, usize)> = HashSet::new();
    if properties.simple {
        used.extend(edges.iter().copied());
        if count > pairs / 2 {
            let firsts = 0..vertices;
            let seconds = |first| if is_two_way { 0..vertices } else { first + 1..vertices };
            let all = firsts.flat_map(|first| seconds(first).map(move |second| (first, second)));
            let mut free: Vec<(usize, usize)> = all.filter(|pair| pair.0 != pair.1 && !used.contains(pair)).collect();
            shuffle(&mut free, rng);
            edges.extend(free.into_iter().take(count - edges.len()));
            return Some(());
        }
    }
    while edges.len() < count {
        let edge = in_order((rng.below(vertices), rng.below(vertices)));
        let is_loop = edge.0 == edge.1 && properties.has_no_loops();
        if !is_loop && (!properties.simple || used.insert(edge)) {
            edges.push(edge);
        }
    }
    Some(())
}

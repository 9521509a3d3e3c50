//! Graphs: whether edges have the properties that are wanted, and random ones that do.

use std::collections::HashSet;

use problem::Rng;

use crate::description::Properties;
use crate::random::shuffle;

impl Properties {
    pub(crate) fn has_no_loops(self) -> bool {
        self.simple || self.forest || self.acyclic
    }

    /// Whether both directions between two vertices are possible.
    pub(crate) fn is_two_way(self) -> bool {
        self.directed && !self.acyclic
    }
}

/// The edges that were given so far.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    properties: Properties,
    low: i64,
    /// For each vertex, one of the same component, or itself.
    parents: Vec<usize>,
    components: usize,
    pairs: HashSet<(i64, i64)>,
    /// Of a directed graph without cycles.
    arcs: Vec<(usize, usize)>,
}

impl Edges {
    /// No edges, on the vertices from `low` to `high`.
    pub(crate) fn new(properties: Properties, low: i64, high: i64) -> Self {
        let components = usize::try_from(high - low + 1).unwrap_or(0);
        Self { properties, low, parents: (0..components).collect(), components, ..Self::default() }
    }

    fn vertex(&self, value: i64) -> usize {
        usize::try_from(value - self.low).unwrap_or(0)
    }

    fn root(&self, mut vertex: usize) -> usize {
        while self.parents[vertex] != vertex {
            vertex = self.parents[vertex];
        }
        vertex
    }

    fn key(&self, first: i64, second: i64) -> (i64, i64) {
        if self.properties.directed { (first, second) } else { (first.min(second), first.max(second)) }
    }

    /// Why this edge may not be the next, with at most `left` edges after it.
    pub(crate) fn refusal(&self, first: i64, second: i64, left: i128) -> Option<String> {
        let properties = self.properties;
        if properties.has_no_loops() && first == second {
            return Some(format!("the edge {first} {second} is a loop"));
        }
        if properties.simple && self.pairs.contains(&self.key(first, second)) {
            return Some(format!("the edge {first} {second} comes twice"));
        }
        if !(properties.forest || properties.connected) {
            return None;
        }
        let joins = self.root(self.vertex(first)) != self.root(self.vertex(second));
        if !joins && properties.forest {
            return Some(format!("the edge {first} {second} closes a cycle"));
        }
        let parts = self.components - usize::from(joins);
        (properties.connected && parts as i128 > left + 1)
            .then(|| format!("{left} more edges cannot connect the {parts} parts of the graph"))
    }

    pub(crate) fn push(&mut self, first: i64, second: i64) {
        let ends = [self.vertex(first), self.vertex(second)];
        let roots = ends.map(|end| self.root(end));
        self.components -= usize::from(roots[0] != roots[1]);
        let root = roots[0].min(roots[1]);
        // Everything on the way to the root becomes its child, which keeps ways short.
        for mut vertex in ends {
            while vertex != root {
                let parent = std::mem::replace(&mut self.parents[vertex], root);
                vertex = if parent == vertex { root } else { parent };
            }
        }
        if self.properties.simple {
            self.pairs.insert(self.key(first, second));
        }
        if self.properties.directed && self.properties.acyclic {
            self.arcs.push((ends[0], ends[1]));
        }
    }

    /// Why the graph does not have its properties, now that it has all its edges.
    pub(crate) fn final_refusal(&self) -> Option<String> {
        if self.properties.connected && self.components != 1 {
            return Some(format!("the graph has {} parts, but must be connected", self.components));
        }
        (!self.arcs.is_empty() && self.has_directed_cycle()).then(|| "the graph has a cycle".to_owned())
    }

    /// Removes vertices without arcs into them, until none is left.
    fn has_directed_cycle(&self) -> bool {
        let mut incoming = vec![0_usize; self.parents.len()];
        let mut outgoing = vec![Vec::new(); self.parents.len()];
        for &(from, to) in &self.arcs {
            incoming[to] += 1;
            outgoing[from].push(to);
        }
        let mut free: Vec<usize> = (0..incoming.len()).filter(|&vertex| incoming[vertex] == 0).collect();
        let mut removed = 0;
        while let Some(vertex) = free.pop() {
            removed += 1;
            for &to in &outgoing[vertex] {
                incoming[to] -= 1;
                if incoming[to] == 0 {
                    free.push(to);
                }
            }
        }
        removed < incoming.len()
    }
}

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

/// A graph with `count` edges, on vertices from 0: a tree, if it is connected or has no cycles, and more edges. If there
/// is none, it breaks a rule or has fewer edges.
pub(crate) fn random_edges(
    properties: Properties,
    vertices: usize,
    count: usize,
    shape: Shape,
    rng: &mut Rng,
) -> Vec<[usize; 2]> {
    /// How many draws there are for an edge. Almost all edges that exist are found in fewer.
    const DRAWS: usize = 30;
    let is_two_way = properties.is_two_way();
    let mut edges: Vec<[usize; 2]> = Vec::new();
    if properties.connected || properties.forest {
        edges.extend((1..vertices).map(|vertex| {
            let earlier = shape.earlier(vertex, rng);
            if is_two_way && rng.one_in(2) { [vertex, earlier] } else { [earlier, vertex] }
        }));
    }
    if edges.len() > count {
        shuffle(&mut edges, rng);
        edges.truncate(count);
    }
    let mut used: HashSet<[usize; 2]> = edges.iter().copied().filter(|_| edges.len() < count).collect();
    for _ in 0..if vertices > 0 { DRAWS * count } else { 0 } {
        if edges.len() == count {
            break;
        }
        let mut edge = [rng.below(vertices), rng.below(vertices)];
        if !is_two_way {
            edge.sort_unstable();
        }
        let is_loop = edge[0] == edge[1] && properties.has_no_loops();
        if !is_loop && (!properties.simple || used.insert(edge)) {
            edges.push(edge);
        }
    }
    // Half of the graphs keep the order in which they were made: vertex 0 is then the root.
    if rng.one_in(2) {
        let mut names: Vec<usize> = (0..vertices).collect();
        shuffle(&mut names, rng);
        shuffle(&mut edges, rng);
        for edge in &mut edges {
            *edge = edge.map(|vertex| names[vertex]);
        }
    }
    edges
}

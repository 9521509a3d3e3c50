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

/// A graph whose edges are being given. Its vertices are numbers from 0.
pub(crate) struct Graph {
    of: Properties,
    /// For each vertex, another one of the same part, or itself, and how many vertices hang on it.
    above: Vec<(usize, usize)>,
    parts: usize,
    edges: Vec<[usize; 2]>,
    /// The edges, in one direction if they have none.
    pairs: HashSet<[usize; 2]>,
}

impl Graph {
    pub(crate) fn new(of: Properties, vertices: usize) -> Self {
        let above = (0..vertices).map(|vertex| (vertex, 1)).collect();
        Self { of, above, parts: vertices, edges: Vec::new(), pairs: HashSet::new() }
    }

    fn root(&self, mut vertex: usize) -> usize {
        while self.above[vertex].0 != vertex {
            vertex = self.above[vertex].0;
        }
        vertex
    }

    fn pair(&self, mut edge: [usize; 2]) -> [usize; 2] {
        if !self.of.directed {
            edge.sort_unstable();
        }
        edge
    }

    /// Why this edge may not be the next, with at most `left` edges after it.
    pub(crate) fn refusal(&self, edge: [usize; 2], left: i128) -> Option<String> {
        if self.of.has_no_loops() && edge[0] == edge[1] {
            return Some("this edge is a loop".to_owned());
        }
        if self.of.simple && self.pairs.contains(&self.pair(edge)) {
            return Some("this edge comes twice".to_owned());
        }
        if !(self.of.forest || self.of.connected) {
            return None;
        }
        let is_cycle = self.root(edge[0]) == self.root(edge[1]);
        if is_cycle && self.of.forest {
            return Some("this edge closes a cycle".to_owned());
        }
        let parts = self.parts - usize::from(!is_cycle);
        let is_lost = self.of.connected && parts as i128 > left + 1;
        is_lost.then(|| format!("{left} more edges cannot connect the {parts} parts of the graph"))
    }

    pub(crate) fn push(&mut self, edge: [usize; 2]) {
        let [mut root, mut other] = edge.map(|vertex| self.root(vertex));
        if root != other {
            // The smaller part hangs on the larger one, which keeps ways short.
            if self.above[root].1 < self.above[other].1 {
                (root, other) = (other, root);
            }
            self.above[root].1 += self.above[other].1;
            self.above[other].0 = root;
            self.parts -= 1;
        }
        if self.of.simple {
            self.pairs.insert(self.pair(edge));
        }
        self.edges.push(edge);
    }

    /// Why it does not have its properties, now that it has all its edges.
    pub(crate) fn final_refusal(&self) -> Option<String> {
        if self.of.connected && self.parts != 1 {
            return Some(format!("the graph has {} parts, but must be connected", self.parts));
        }
        if !self.of.directed || !self.of.acyclic {
            return None;
        }
        // Vertices without arcs into them are removed, until none is left.
        let (mut incoming, mut outgoing) = (vec![0_usize; self.above.len()], vec![Vec::new(); self.above.len()]);
        for &[from, to] in &self.edges {
            incoming[to] += 1;
            outgoing[from].push(to);
        }
        let mut removed: Vec<usize> = (0..incoming.len()).filter(|&vertex| incoming[vertex] == 0).collect();
        let mut next = 0;
        while let Some(&vertex) = removed.get(next) {
            next += 1;
            for &to in &outgoing[vertex] {
                incoming[to] -= 1;
                removed.extend((incoming[to] == 0).then_some(to));
            }
        }
        (removed.len() < incoming.len()).then(|| "the graph has a cycle".to_owned())
    }
}

/// A graph with `count` edges, on vertices from 0: a tree, if it is connected or has no cycles, and more edges. If there
/// is none, it breaks a rule or has fewer edges. The tree has one of four shapes.
pub(crate) fn random_edges(
    properties: Properties,
    vertices: usize,
    count: usize,
    shape: usize,
    rng: &mut Rng,
) -> Vec<[usize; 2]> {
    /// How many draws there are for an edge. Almost all edges that exist are found in fewer.
    const DRAWS: usize = 30;
    let is_two_way = properties.is_two_way();
    let mut edges: Vec<[usize; 2]> = Vec::new();
    if properties.connected || properties.forest {
        edges.extend((1..vertices).map(|vertex| {
            let earlier = match shape % 4 {
                0 => rng.below(vertex),
                // A path, a star, and one that is long and thin.
                1 => vertex - 1,
                2 => 0,
                _ => vertex - 1 - rng.below(vertex.min(3)),
            };
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

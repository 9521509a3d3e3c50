//! Graphs: whether edges have the properties that are wanted, and random ones that do.

use std::collections::HashSet;

use problem::Rng;

use crate::description::Properties;
use crate::expression::Span;
use crate::random::shuffle;

impl Properties {
    pub(crate) fn has_no_loops(self) -> bool {
        self.simple || self.forest || self.acyclic
    }

    /// The least sum of the distances of the ends of edges. If all is to be connected, each part has an end, of which
    /// `firsts` is the least sum.
    pub(crate) fn least_distances(self, edges: i128, firsts: i128) -> i128 {
        let apart = if self.has_no_loops() { edges } else { 0 };
        if self.connected { apart.max(firsts) } else { apart }
    }

    /// Whether both directions between two vertices are possible.
    pub(crate) fn is_two_way(self) -> bool {
        self.directed && !self.acyclic
    }
}

/// Of which there are at most [`LONGEST`](crate::description::LONGEST).
pub(crate) type Vertex = u32;

/// An edge that was added, and what it joined: the root of a part, and the root that hangs on it since then, and minus
/// the number of its vertices; and the first vertex that the former part had.
#[derive(Debug)]
struct Added {
    edge: [Vertex; 2],
    joined: Option<(Vertex, Vertex, i32)>,
    first: Vertex,
}

/// The sum of the numbers of vertices that begin at 0.
pub(crate) fn sum_of_vertices(count: i128) -> i128 {
    count * (count - 1) / 2
}

/// A graph whose edges are being given.
#[derive(Debug)]
pub(crate) struct Graph {
    of: Properties,
    /// The number of the first vertex.
    first: i64,
    /// For each vertex, another one of the same part; for the root of a part, minus the number of its vertices.
    above: Vec<i32>,
    parts: usize,
    /// Of the root of a part, its first vertex. If no edge will be removed, it stays empty, and the next two unused.
    firsts: Vec<Vertex>,
    sum_of_firsts: i128,
    added: Vec<Added>,
    /// The edges, if they are directed and may have no cycle.
    edges: Vec<[Vertex; 2]>,
    /// The edges, in one direction if they have none.
    pairs: HashSet<[Vertex; 2]>,
}

impl Graph {
    /// Without edges; `is_kept` says whether some may be removed.
    pub(crate) fn new(of: Properties, (low, high): Span, is_kept: bool) -> Self {
        let parts = (high - low + 1).max(0) as usize;
        Self {
            of,
            first: low as i64,
            above: vec![-1; parts],
            parts,
            firsts: if is_kept { (0..parts as Vertex).collect() } else { Vec::new() },
            sum_of_firsts: sum_of_vertices(parts as i128),
            added: Vec::new(),
            edges: Vec::new(),
            pairs: HashSet::new(),
        }
    }

    fn edge(&self, ends: [i64; 2]) -> [Vertex; 2] {
        ends.map(|end| (end - self.first) as Vertex)
    }

    fn root(&self, mut vertex: Vertex) -> Vertex {
        while let above @ 0.. = self.above[vertex as usize] {
            vertex = above as Vertex;
        }
        vertex
    }

    fn pair(&self, mut edge: [Vertex; 2]) -> [Vertex; 2] {
        if !self.of.directed {
            edge.sort_unstable();
        }
        edge
    }

    /// Whether this edge may be the next, with at most `left` edges after it: then the parts of its ends, if they matter.
    pub(crate) fn allow(&self, ends: [i64; 2], left: i128) -> Result<Option<[Vertex; 2]>, &'static str> {
        let edge = self.edge(ends);
        if self.of.has_no_loops() && edge[0] == edge[1] {
            return Err("this edge is a loop");
        }
        if self.of.simple && self.pairs.contains(&self.pair(edge)) {
            return Err("this edge comes twice");
        }
        if !(self.of.forest || self.of.connected) {
            return Ok(None);
        }
        let roots = edge.map(|vertex| self.root(vertex));
        if self.of.forest && roots[0] == roots[1] {
            return Err("this edge closes a cycle");
        }
        let parts = self.parts - usize::from(roots[0] != roots[1]);
        if self.of.connected && parts as i128 > left + 1 {
            return Err("after this edge too few follow to connect the graph");
        }
        Ok(Some(roots))
    }

    /// Adds an edge, if it is [allowed](Self::allow).
    pub(crate) fn push(&mut self, ends: [i64; 2], left: i128) -> Result<(), &'static str> {
        let (edge, roots) = (self.edge(ends), self.allow(ends, left)?);
        if self.of.simple {
            self.pairs.insert(self.pair(edge));
        }
        if self.of.directed && self.of.acyclic {
            self.edges.push(edge);
        }
        let joined = roots.filter(|[root, other]| root != other).map(|mut roots| {
            // The smaller part hangs on the larger one, which keeps ways short.
            roots.sort_unstable_by_key(|root| self.above[*root as usize]);
            let [root, other] = roots;
            let count = self.above[other as usize];
            self.above[root as usize] += count;
            self.above[other as usize] = root as i32;
            self.parts -= 1;
            (root, other, count)
        });
        if !self.firsts.is_empty() {
            let first = joined.map_or(0, |(root, other, _)| self.join_firsts(root, other));
            self.added.push(Added { edge, joined, first });
        }
        Ok(())
    }

    /// Joins the first vertices of two parts; returns the one that the first root had.
    fn join_firsts(&mut self, root: Vertex, other: Vertex) -> Vertex {
        let [first, of_other] = [root, other].map(|root| self.firsts[root as usize]);
        self.sum_of_firsts -= i128::from(first.max(of_other));
        std::mem::replace(&mut self.firsts[root as usize], first.min(of_other))
    }

    /// Removes the latest edge, if they are kept.
    pub(crate) fn pop(&mut self) {
        let Some(Added { edge, joined, first }) = self.added.pop() else { return };
        if self.of.simple {
            self.pairs.remove(&self.pair(edge));
        }
        self.edges.pop();
        if let Some((root, other, count)) = joined {
            self.above[root as usize] -= count;
            self.above[other as usize] = count;
            self.parts += 1;
            self.firsts[root as usize] = first;
            self.sum_of_firsts += i128::from(first.max(self.firsts[other as usize]));
        }
    }

    /// The least sum of the distances of the ends that follow, if the latest edge has these ends, as far as they are
    /// chosen, and `left` edges come after it.
    pub(crate) fn least_distances(&self, ends: [Option<i64>; 2], left: i128) -> i128 {
        let roots = ends.map(|end| end.map(|end| self.root((end - self.first) as Vertex)));
        let first = |root: Vertex| i128::from(self.firsts[root as usize]);
        let met = match roots {
            [Some(root), Some(other)] if root == other => 0,
            [Some(root), Some(other)] => first(root).max(first(other)),
            [Some(root), None] => first(root),
            _ => 0,
        };
        let edges = left + i128::from(ends == [None, None]);
        self.of.least_distances(edges, if self.first < 0 { 0 } else { self.sum_of_firsts - met })
    }

    /// Why it does not have its properties, now that it has all its edges.
    pub(crate) fn final_refusal(&self) -> Option<&'static str> {
        if self.of.connected && self.parts != 1 {
            return Some("the graph is not connected");
        }
        if !self.of.directed || !self.of.acyclic {
            return None;
        }
        // Vertices without arcs into them are removed, until none is left.
        let (mut incoming, mut outgoing) = (vec![0_usize; self.above.len()], vec![Vec::new(); self.above.len()]);
        for &[from, to] in &self.edges {
            incoming[to as usize] += 1;
            outgoing[from as usize].push(to as usize);
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
        (removed.len() < incoming.len()).then_some("the graph has a cycle")
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
) -> Vec<[Vertex; 2]> {
    /// How many draws there are for an edge. Almost all edges that exist are found in fewer.
    const DRAWS: usize = 30;
    let is_two_way = properties.is_two_way();
    let as_edge = |edge: [usize; 2]| edge.map(|vertex| vertex as Vertex);
    let mut edges: Vec<[Vertex; 2]> = Vec::new();
    if properties.connected || properties.forest {
        edges.extend((1..vertices).map(|vertex| {
            let earlier = match shape % 4 {
                0 => rng.below(vertex),
                // A path, a star, and one that is long and thin.
                1 => vertex - 1,
                2 => 0,
                _ => vertex - 1 - rng.below(vertex.min(3)),
            };
            as_edge(if is_two_way && rng.one_in(2) { [vertex, earlier] } else { [earlier, vertex] })
        }));
    }
    if edges.len() > count {
        shuffle(&mut edges, rng);
        edges.truncate(count);
    }
    let mut used: HashSet<[Vertex; 2]> = edges.iter().copied().filter(|_| edges.len() < count).collect();
    for _ in 0..if vertices > 0 { DRAWS * count } else { 0 } {
        if edges.len() == count {
            break;
        }
        let mut edge = as_edge([rng.below(vertices), rng.below(vertices)]);
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
        let mut names: Vec<Vertex> = (0..vertices as Vertex).collect();
        shuffle(&mut names, rng);
        shuffle(&mut edges, rng);
        for edge in &mut edges {
            *edge = edge.map(|vertex| names[vertex as usize]);
        }
    }
    edges
}

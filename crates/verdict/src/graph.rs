//! Graphs: whether edges have the properties that are wanted, and random ones that do.

use std::collections::HashSet;

use indexmap::IndexSet;
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

/// A graph whose edges are being given.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    properties: Properties,
    low: i64,
    /// Where it begins among all graphs: its first vertex, and how many joins and pairs there were.
    start: [usize; 3],
}

/// The edges of all graphs so far, one graph behind the other. The latest can be taken back.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    /// For each vertex, one of the same part, or itself, and how many vertices hang on it.
    vertices: Vec<(u32, u32)>,
    /// The vertices that an edge hung on others.
    joined: Vec<usize>,
    /// The edges of simple graphs and of directed ones without cycles.
    pairs: IndexSet<[usize; 2]>,
}

impl Edges {
    /// Begins a graph on the vertices from `low` to `high`.
    pub(crate) fn begin(&mut self, properties: Properties, low: i64, high: i64) -> Graph {
        let start = self.moment();
        let count = usize::try_from(high - low + 1).unwrap_or(0);
        self.vertices.extend((start[0]..start[0] + count).map(|vertex| (vertex as u32, 1)));
        Graph { properties, low, start }
    }

    pub(crate) fn moment(&self) -> [usize; 3] {
        [self.vertices.len(), self.joined.len(), self.pairs.len()]
    }

    /// Forgets what was given since a moment.
    pub(crate) fn go_back(&mut self, to: [usize; 3]) {
        for vertex in self.joined.drain(to[1]..).rev() {
            let root = std::mem::replace(&mut self.vertices[vertex].0, vertex as u32);
            self.vertices[root as usize].1 -= self.vertices[vertex].1;
        }
        self.vertices.truncate(to[0]);
        self.pairs.truncate(to[2]);
    }

    fn root(&self, mut vertex: usize) -> usize {
        loop {
            let above = self.vertices[vertex].0 as usize;
            if above == vertex {
                return vertex;
            }
            vertex = above;
        }
    }

    /// Why this edge may not be the next, with at most `left` edges after it.
    pub(crate) fn refusal(&self, graph: &Graph, ends: [i64; 2], left: i128) -> Option<String> {
        let (properties, [first, second]) = (graph.properties, ends);
        if properties.has_no_loops() && first == second {
            return Some(format!("the edge {first} {second} is a loop"));
        }
        if properties.simple && self.pairs.contains(&graph.pair(ends)) {
            return Some(format!("the edge {first} {second} comes twice"));
        }
        if !(properties.forest || properties.connected) {
            return None;
        }
        let roots = graph.pair(ends).map(|vertex| self.root(vertex));
        let joins = roots[0] != roots[1];
        if !joins && properties.forest {
            return Some(format!("the edge {first} {second} closes a cycle"));
        }
        let parts = self.parts(graph) - usize::from(joins);
        (properties.connected && parts as i128 > left + 1)
            .then(|| format!("{left} more edges cannot connect the {parts} parts of the graph"))
    }

    pub(crate) fn push(&mut self, graph: &Graph, ends: [i64; 2]) {
        let pair = graph.pair(ends);
        let [mut root, mut other] = pair.map(|vertex| self.root(vertex));
        if root != other {
            // The smaller part hangs on the larger one, which keeps ways short.
            if self.vertices[root].1 < self.vertices[other].1 {
                (root, other) = (other, root);
            }
            self.vertices[root].1 += self.vertices[other].1;
            self.vertices[other].0 = root as u32;
            self.joined.push(other);
        }
        if graph.properties.simple || graph.properties.directed && graph.properties.acyclic {
            self.pairs.insert(pair);
        }
    }

    /// How many parts the latest graph has.
    fn parts(&self, graph: &Graph) -> usize {
        self.vertices.len() - graph.start[0] - (self.joined.len() - graph.start[1])
    }

    /// Why the latest graph does not have its properties, now that it has all its edges.
    pub(crate) fn final_refusal(&self, graph: &Graph) -> Option<String> {
        let parts = self.parts(graph);
        if graph.properties.connected && parts != 1 {
            return Some(format!("the graph has {parts} parts, but must be connected"));
        }
        let is_wrong = graph.properties.directed && graph.properties.acyclic && self.has_cycle(graph);
        is_wrong.then(|| "the graph has a cycle".to_owned())
    }

    /// Removes vertices without arcs into them, until none is left.
    fn has_cycle(&self, graph: &Graph) -> bool {
        let [first, _, first_pair] = graph.start;
        let mut incoming = vec![0_usize; self.vertices.len() - first];
        let mut outgoing = vec![Vec::new(); incoming.len()];
        for [from, to] in self.pairs[first_pair..].iter().map(|pair| pair.map(|vertex| vertex - first)) {
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

impl Graph {
    /// The vertices of an edge, in order if it has no direction.
    fn pair(&self, ends: [i64; 2]) -> [usize; 2] {
        let mut pair = ends.map(|end| self.start[0] + usize::try_from(end - self.low).unwrap_or(0));
        if !self.properties.directed {
            pair.sort_unstable();
        }
        pair
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

//! Graphs, edge by edge.

use std::collections::HashSet;

use crate::description::Properties;

impl Properties {
    pub(crate) fn is_connected(self) -> bool {
        self.connected || self.tree
    }

    /// Whether there is no cycle even without directions.
    pub(crate) fn is_forest(self) -> bool {
        self.tree || self.acyclic && !self.directed
    }

    pub(crate) fn has_no_loops(self) -> bool {
        self.simple || self.tree || self.acyclic
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
    parents: Vec<u32>,
    components: usize,
    pairs: HashSet<(i64, i64)>,
    /// Of a directed graph without cycles.
    arcs: Vec<(usize, usize)>,
    has_edge: Vec<bool>,
    /// How far all vertices without an edge are from the first one.
    untouched: i128,
}

impl Edges {
    pub(crate) fn restart(&mut self, properties: Properties, low: i64, high: i64) {
        let count = usize::try_from(high - low + 1).unwrap_or(0);
        *self = Self { properties, low, components: count, ..std::mem::take(self) };
        self.parents.clear();
        self.parents.extend((0..).take(count));
        self.pairs.clear();
        self.arcs.clear();
        self.has_edge.clear();
        self.has_edge.resize(count, false);
        self.untouched = if count > 1 { (count as i128) * (count as i128 - 1) / 2 } else { 0 };
    }

    fn vertex(&self, value: i64) -> usize {
        usize::try_from(value - self.low).unwrap_or(0)
    }

    fn root(&self, mut vertex: usize) -> usize {
        while self.parents[vertex] as usize != vertex {
            vertex = self.parents[vertex] as usize;
        }
        vertex
    }

    fn key(&self, first: i64, second: i64) -> (i64, i64) {
        if self.properties.directed { (first, second) } else { (first.min(second), first.max(second)) }
    }

    /// Why this edge may not be the next, with `left` edges after it.
    pub(crate) fn refusal(&self, first: i64, second: i64, left: usize) -> Option<String> {
        let Properties { simple, .. } = self.properties;
        if self.properties.has_no_loops() && first == second {
            return Some(format!("the edge {first} {second} is a loop"));
        }
        if simple && self.pairs.contains(&self.key(first, second)) {
            return Some(format!("the edge {first} {second} comes twice"));
        }
        if !(self.properties.is_forest() || self.properties.is_connected()) {
            return None;
        }
        let joins = self.root(self.vertex(first)) != self.root(self.vertex(second));
        if !joins && self.properties.is_forest() {
            return Some(format!("the edge {first} {second} closes a cycle"));
        }
        if self.properties.is_connected() && self.components - usize::from(joins) > left + 1 {
            let components = self.components - usize::from(joins);
            return Some(format!("{left} more edges cannot connect the {components} parts of the graph"));
        }
        None
    }

    pub(crate) fn push(&mut self, first: i64, second: i64) {
        let ends = [self.vertex(first), self.vertex(second)];
        let roots = ends.map(|end| self.root(end));
        if roots[0] != roots[1] {
            self.components -= 1;
        }
        let root = roots[0].min(roots[1]);
        // Everything on the way to the root becomes its child, which keeps ways short.
        for mut vertex in ends {
            while self.parents[vertex] as usize != root {
                let parent = std::mem::replace(&mut self.parents[vertex], u32::try_from(root).unwrap_or(0)) as usize;
                if parent == vertex {
                    break;
                }
                vertex = parent;
            }
        }
        for end in ends {
            if !std::mem::replace(&mut self.has_edge[end], true) {
                self.untouched -= end as i128;
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
        if self.properties.is_connected() && self.components != 1 {
            return Some(format!("the graph has {} parts, but must be connected", self.components));
        }
        self.has_directed_cycle().then(|| "the graph has a cycle".to_owned())
    }

    /// Removes vertices without arcs into them, until none is left.
    fn has_directed_cycle(&self) -> bool {
        if self.arcs.is_empty() {
            return false;
        }
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

    /// What later edges cost at least beyond the cheapest ones, if these ends of the current edge are chosen.
    pub(crate) fn owed(&self, ends: &[i64], left: usize) -> i128 {
        if self.properties.is_connected() && self.low >= 0 {
            let vertices: HashSet<usize> = ends.iter().map(|&end| self.vertex(end)).collect();
            let chosen = vertices.iter().filter(|&&vertex| !self.has_edge[vertex]).map(|&vertex| vertex as i128);
            return self.untouched - chosen.sum::<i128>();
        }
        if self.properties.has_no_loops() { left as i128 } else { 0 }
    }
}

//! Trees that span a graph, which say what can be left out of it.

use std::cmp::Reverse;

/// For each part of the graph a tree.
pub(crate) struct Forest {
    /// The vertices by their height, so that the last ones can be left out of a graph that is connected, and any that are
    /// leaves.
    pub(crate) order: Vec<usize>,
    /// For each vertex the one from which it was reached.
    parents: Vec<Option<usize>>,
}

impl Forest {
    pub(crate) fn new(count: usize, edges: &[[usize; 2]]) -> Self {
        let mut neighbours = vec![Vec::new(); count];
        for &[first, second] in edges {
            neighbours[first].push(second);
            neighbours[second].push(first);
        }
        // Breadth first.
        let (mut order, mut parents) = (Vec::new(), vec![None; count]);
        for start in 0..count {
            let mut next = order.len();
            order.extend(parents[start].is_none().then_some(start));
            while let Some(&vertex) = order.get(next) {
                for &other in neighbours[vertex].iter().filter(|&&other| other != start) {
                    if parents[other].is_none() {
                        parents[other] = Some(vertex);
                        order.push(other);
                    }
                }
                next += 1;
            }
        }
        let mut heights = vec![0; count];
        for &vertex in order.iter().rev() {
            if let Some(parent) = parents[vertex] {
                heights[parent] = heights[parent].max(heights[vertex] + 1);
            }
        }
        order.sort_by_key(|&vertex| Reverse(heights[vertex]));
        Self { order, parents }
    }

    /// For each vertex the one that it is when these are left out, if any: itself, or where they are merged with others,
    /// the nearest one above it that stays.
    pub(crate) fn without(&self, removed: &[usize], are_merged: bool) -> Vec<Option<usize>> {
        let mut stays: Vec<Option<usize>> = (0..self.order.len()).map(Some).collect();
        for &vertex in removed {
            stays[vertex] = None;
        }
        if are_merged {
            for &vertex in &self.order {
                stays[vertex] = stays[vertex].or_else(|| stays[self.parents[vertex]?]);
            }
        }
        stays
    }
}

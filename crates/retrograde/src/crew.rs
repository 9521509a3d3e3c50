//! Who does the work: the thread that asks for it, or all threads of a pool.

/// How items of work are spread over threads.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Crew {
    /// One after the other, here.
    #[default]
    Alone,
    /// On the threads of the pool that rayon says is at hand.
    #[cfg(feature = "parallel")]
    Together,
}

impl Crew {
    pub(crate) fn is_alone(self) -> bool {
        matches!(self, Self::Alone)
    }

    /// What `work` makes of each item, in the order of the items; or the error of the first item that has one. Alone, nothing
    /// is done after that.
    pub(crate) fn try_map<T: Send, R: Send, E: Send>(
        self,
        items: Vec<T>,
        work: impl Fn(T) -> Result<R, E> + Sync + Send,
    ) -> Result<Vec<R>, E> {
        match self {
            Self::Alone => items.into_iter().map(work).collect(),
            #[cfg(feature = "parallel")]
            Self::Together => {
                use rayon::iter::{IntoParallelIterator, ParallelIterator};
                // Collected twice, as rayon would give any of several errors.
                items.into_par_iter().map(work).collect::<Vec<_>>().into_iter().collect()
            }
        }
    }
}

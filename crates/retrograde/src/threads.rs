//! Which threads do the work: the calling one, or those of a pool.

/// How work is spread over threads.
#[derive(Clone, Debug, Default)]
pub(crate) enum Threads {
    /// On the calling thread.
    #[default]
    Single,
    /// On the threads of rayon's current pool.
    #[cfg(feature = "parallel")]
    Current,
    /// On the threads of this pool.
    #[cfg(feature = "parallel")]
    Pool(std::sync::Arc<rayon::ThreadPool>),
}

impl Threads {
    /// So many threads of their own, one for each processor for 0, or fewer if the system cannot start them.
    #[cfg(feature = "parallel")]
    pub(crate) fn pool(threads: usize) -> Self {
        let all = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        let mut fewer = std::iter::successors(Some(all), |count| Some(count / 2)).take_while(|count| *count > 1);
        let pool = fewer.find_map(|count| rayon::ThreadPoolBuilder::new().num_threads(count).build().ok());
        pool.map_or(Self::Single, |pool| Self::Pool(std::sync::Arc::new(pool)))
    }

    pub(crate) fn is_single(&self) -> bool {
        matches!(self, Self::Single)
    }

    /// Whether work is done on the pool of the calling thread.
    #[cfg(feature = "files")]
    pub(crate) fn are_current_pool(&self) -> bool {
        match self {
            #[cfg(feature = "parallel")]
            Self::Current => true,
            _ => false,
        }
    }

    /// The results of `work` in the order of the items, or the error of the first item that has one. A single thread stops
    /// there.
    pub(crate) fn try_map<T: Send, R: Send, E: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T) -> Result<R, E> + Sync + Send,
    ) -> Result<Vec<R>, E> {
        match self {
            Self::Single => items.into_iter().map(work).collect(),
            #[cfg(feature = "parallel")]
            Self::Current => try_map_on_current_pool(items, work),
            #[cfg(feature = "parallel")]
            Self::Pool(pool) => pool.install(|| try_map_on_current_pool(items, work)),
        }
    }
}

#[cfg(feature = "parallel")]
fn try_map_on_current_pool<T: Send, R: Send, E: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Sync + Send,
) -> Result<Vec<R>, E> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    // Collected twice: of several errors, rayon would return any.
    items.into_par_iter().map(work).collect::<Vec<_>>().into_iter().collect()
}

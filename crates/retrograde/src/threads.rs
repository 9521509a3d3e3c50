//! Which threads do the work: the calling one, or the threads of a pool.

use std::sync::{Mutex, PoisonError};

use crate::error::Error;

/// How work is spread over threads.
#[derive(Clone, Debug, Default)]
pub(crate) enum Threads {
    /// On the calling thread.
    #[default]
    Single,
    /// On the threads of this pool.
    #[cfg(feature = "parallel")]
    Pool(std::sync::Arc<rayon::ThreadPool>),
}

impl Threads {
    /// This number of threads, one for each processor for 0. Without the feature `parallel`, or if the system cannot
    /// start them, the calling thread does all.
    pub(crate) fn new(threads: usize) -> Self {
        #[cfg(feature = "parallel")]
        if threads != 1
            && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
        {
            return Self::Pool(std::sync::Arc::new(pool));
        }
        let _ = threads;
        Self::Single
    }

    pub(crate) fn is_single(&self) -> bool {
        matches!(self, Self::Single)
    }

    /// The number of threads.
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::Single => 1,
            #[cfg(feature = "parallel")]
            Self::Pool(pool) => pool.current_num_threads() as u64,
        }
    }

    /// The results of `work` in the order of the items, or the error of the first item that has one. A single thread
    /// stops there.
    pub(crate) fn try_map<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        work: &(dyn Fn(T) -> Result<R, Error> + Sync),
    ) -> Result<Vec<R>, Error> {
        if self.is_single() {
            return items.into_iter().map(work).collect();
        }
        // Only one thread takes each lock.
        let slots: Vec<_> = items.into_iter().map(|item| Mutex::new((Some(item), None))).collect();
        self.for_each(slots.len(), &|index| {
            let mut slot = slots[index].lock().unwrap_or_else(PoisonError::into_inner);
            slot.1 = slot.0.take().map(work);
        });
        slots.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner).1).collect()
    }

    /// Calls `work` with each number below `count`. It has no generics, as rayon's code would otherwise be compiled
    /// again for each use, which was most of the time that it took to compile a program.
    fn for_each(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        #[cfg(feature = "parallel")]
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        match self {
            Self::Single => (0..count).for_each(work),
            #[cfg(feature = "parallel")]
            Self::Pool(pool) => pool.install(|| (0..count).into_par_iter().for_each(work)),
        }
    }
}

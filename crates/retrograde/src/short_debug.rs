//! Debug output of what would show whole tables, and whose game need not have any.

/// Implements [`Debug`](std::fmt::Debug) by the name of a type alone.
macro_rules! short_debug {
    ($name:ident $(<$($argument:tt),*>)? $(, $generic:ident $(: $bound:path)?)?) => {
        impl $(<$generic $(: $bound)?>)? std::fmt::Debug for $name $(<$($argument),*>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use short_debug;

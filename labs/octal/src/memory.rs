//! Memory for the values of a long sequence: when it is taken, and what is said if there is not as much.

/// The largest heap that is computed before there is memory for all values, as the values so far may prove a period.
pub(crate) const TRIAL: usize = 1 << 20;

/// The message that memory does not suffice for this number of values, why they are needed if that is not plain, and
/// what to do.
pub(crate) fn lack(values: usize, reason: Option<&str>, remedy: &str) -> String {
    let reason = reason.map_or_else(String::new, |reason| format!(", {reason}"));
    format!("not enough memory for {values} values of two bytes each{reason}; {remedy}")
}

/// Why all values are needed after those to heap [`TRIAL`].
pub(crate) fn unproven() -> String {
    format!("and those to heap {TRIAL} prove no period")
}

//! Errors in arguments, each as one plain line.

use std::error::Error;

use clap::error::{ContextKind, ErrorKind};

use crate::source::display_name;

/// What is wrong with arguments, and what would be right.
pub(super) fn plain_line(error: &clap::Error) -> String {
    let text = |kind| error.get(kind).map(ToString::to_string);
    // Clap has the placeholder of a value too: `--jobs <N>`, `<FOLDER>...`.
    let plain = |argument: String| argument.split(' ').next().unwrap_or_default().replace(['<', '>', '[', ']'], "");
    let argument = text(ContextKind::InvalidArg);
    let named = argument.clone().map(plain).unwrap_or_default();
    let value = text(ContextKind::InvalidValue).filter(|value| !value.is_empty());
    let given = value.map_or_else(|| named.clone(), |value| format!("{named} {}", display_name(value)));
    let message = match error.kind() {
        ErrorKind::ValueValidation => {
            format!("{given}: {}", error.source().map(ToString::to_string).unwrap_or_default())
        }
        ErrorKind::InvalidValue => {
            let expected = text(ContextKind::ValidValue).filter(|values| !values.is_empty());
            format!("{given}: expected {}", expected.as_deref().unwrap_or("a value"))
        }
        ErrorKind::UnknownArgument => format!("unexpected argument '{}'", display_name(named)),
        ErrorKind::MissingRequiredArgument => format!("missing {}", named.trim_end_matches("...")),
        ErrorKind::ArgumentConflict if argument.is_some() => {
            let other = text(ContextKind::PriorArg).map(plain).unwrap_or_default();
            if other == named {
                format!("{named} is given twice")
            } else {
                format!("{named} cannot be used with {other}")
            }
        }
        _ => {
            let text = error.render().to_string();
            text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
    };
    let similar = [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand];
    let similar = similar.into_iter().find_map(text).map(|similar| format!("; did you mean '{similar}'?"));
    message + &similar.unwrap_or_default()
}

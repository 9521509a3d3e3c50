//! A statement's Markdown as LaTeX.

/// Turns the Markdown of a [statement](problem::Package::statement) into LaTeX, under the problem's name.
pub(super) fn statement(name: &str, markdown: &str) -> String {
    let mut latex = format!("\\problemname{{{}}}\n", inline(name));
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            latex.push('\n');
        } else if line == "```" {
            latex.push_str("\\begin{verbatim}\n");
            for line in lines.by_ref().take_while(|line| *line != "```") {
                latex.extend([line, "\n"]);
            }
            latex.push_str("\\end{verbatim}\n");
        } else if let Some(heading) = line.strip_prefix("## ") {
            latex.extend(["\\section*{", &inline(heading), "}\n"]);
        } else if let Some(first) = line.strip_prefix("- ") {
            latex.extend(["\\begin{itemize}\n\\item ", &inline(first), "\n"]);
            while let Some(line) = lines.next_if(|line| line.starts_with("- ") || line.starts_with("  ")) {
                let start = if line.starts_with('-') { "\\item " } else { "  " };
                latex.extend([start, &inline(&line[2..]), "\n"]);
            }
            latex.push_str("\\end{itemize}\n");
        } else {
            latex.extend([&inline(line), "\n"]);
        }
    }
    latex
}

/// A line with code in backticks, formulas between dollars, and words in double quotes.
fn inline(line: &str) -> String {
    let mut latex = String::with_capacity(line.len());
    let (mut is_code, mut is_formula) = (false, false);
    let mut quotes = ["``", "''"].into_iter().cycle();
    for character in line.chars() {
        match character {
            '`' => {
                is_code = !is_code;
                latex.push_str(if is_code { "\\texttt{" } else { "}" });
            }
            '$' if !is_code => {
                is_formula = !is_formula;
                latex.push('$');
            }
            _ if is_formula => latex.push(character),
            '"' if !is_code => latex.extend(quotes.next()),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => latex.extend(['\\', character]),
            '\\' => latex.push_str("\\textbackslash{}"),
            '^' => latex.push_str("\\textasciicircum{}"),
            '~' => latex.push_str("\\textasciitilde{}"),
            _ => latex.push(character),
        }
    }
    latex
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_part_of_the_markdown_is_translated() {
        let markdown = "A row of $N < 10_0$ cells, `#` or `x_y`, \"at `5`%\".\n\n## Input\n- the first\n  continues\n- next\n\n```\na # b\n```\n";
        let latex = r"\problemname{A \& B}
A row of $N < 10_0$ cells, \texttt{\#} or \texttt{x\_y}, ``at \texttt{5}\%''.

\section*{Input}
\begin{itemize}
\item the first
  continues
\item next
\end{itemize}

\begin{verbatim}
a # b
\end{verbatim}
";
        assert_eq!(super::statement("A & B", markdown), latex);
    }
}

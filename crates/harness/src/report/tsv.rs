//! A table for other programs.

use super::Writer;
use super::model::{Entry, Group, Summary, decimal};

/// A header, then a line for each fixture; lines with the verdict `--` are about what was not judged. Names and
/// messages hold no tab and no line end, as these are escaped in them.
#[derive(Debug)]
pub(super) struct Tsv;

const HEADER: &str = "verdict\tname\tjudge\tcase\tcases\tline\tcolumn\tseconds\tmessage\tcpu_seconds\tpeak_bytes\t\
                      judge_by\tlayout\n";

impl Writer for Tsv {
    fn begin(&mut self, _: &Summary) -> String {
        HEADER.to_owned()
    }

    fn entry(&mut self, entry: &Entry<'_>) -> String {
        let Group { judge, chosen_by, layout } = entry.group;
        let place = entry.difference().map(|difference| {
            [difference.case, difference.cases, difference.place.line, difference.place.column]
                .map(|number| number.to_string())
        });
        let [case, cases, line, column] = place.unwrap_or_default();
        let (verdict, message, seconds) = match entry.judgement {
            Some(judgement) => (judgement.verdict.to_string(), judgement.reason(), decimal(judgement.usage.wall)),
            None => ("--".to_owned(), format!("left out: {}", entry.message), String::new()),
        };
        let cpu = entry.usage().and_then(|usage| usage.cpu).map(decimal).unwrap_or_default();
        let memory = entry.usage().and_then(|usage| usage.peak_memory);
        let peak = memory.map(|memory| memory.bytes().to_string()).unwrap_or_default();
        format!(
            "{verdict}\t{}\t{judge}\t{case}\t{cases}\t{line}\t{column}\t{seconds}\t{message}\t{cpu}\t{peak}\t{chosen_by}\t\
             {layout}\n",
            entry.name
        )
    }

    fn finish(&mut self, summary: &Summary) -> String {
        // In the columns of the verdict, the name and the message.
        let row = |name: &str, message: &str| format!("--\t{name}\t\t\t\t\t\t\t{message}\t\t\t\t\n");
        let names = summary.not_read().map(|(name, why)| row(&name, &why));
        names.chain(summary.omissions().iter().map(|part| row("", part))).collect()
    }
}

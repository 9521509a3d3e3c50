//! A full disk: a small file system in memory, by its size and by its number of files.

use super::namespace::Tools;
use super::trial::{COPY, Limit, NOT_TRIED, wrapped};
use crate::work::Access;

/// In KiB: a page is the least.
const SIZES: [u64; 12] = [4, 8, 12, 16, 24, 32, 48, 64, 96, 124, 200, 1_000];

/// Files and folders.
const FILES: [u64; 8] = [1, 2, 3, 4, 5, 8, 16, 32];

/// Runs the command in a folder on a small disk, which is mounted in the place of the empty one, and leaves a copy.
const SCRIPT: &str = r#"
folder=$1 other=$2 option=$3; shift 3
mount -t tmpfs -o "$option" none "$folder" || exit NOT_TRIED
"$@"
code=$?
cp -a "$folder/." "$other/after" || exit NOT_TRIED
[ $code -gt 128 ] && ulimit -c 0 && kill -$((code - 128)) $$
exit $code
"#;

pub(super) fn limits(tools: &Tools, all: impl Fn(&[u64], &[u64]) -> Vec<u64>) -> Result<Vec<Limit>, String> {
    let unshare = tools.need_mounts()?;
    let sizes =
        all(&SIZES, &[4, 32]).into_iter().map(|size| (format!("a disk of {size} KiB"), format!("size={size}k")));
    let files =
        all(&FILES, &[2]).into_iter().map(|files| (format!("a disk for {files} files"), format!("nr_inodes={files}")));
    let script = SCRIPT.replace("NOT_TRIED", &NOT_TRIED.to_string()).replace("/after", &format!("/{COPY}"));
    let limit = |(name, option): (String, String)| {
        let script = script.clone();
        let limit = Limit::new(name, move |command, folder, other| {
            let [folder, other] = [folder, other].map(|path| path.to_string_lossy());
            wrapped("unshare", &[unshare, "sh", "-c", &script, "sh", &folder, &other, &option], command)
        });
        Limit { concerns: |access| matches!(access, Access::Prints | Access::Writes), ..limit }
    };
    Ok(sizes.chain(files).map(limit).collect())
}

//! What is known of a sequence, in a file: a header of a few lines, then two bytes a value, the low one first.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use grundy::HeapGame;

/// The first line of every checkpoint. The number is that of the format.
const TITLE: &str = "values of an octal game, format 1";

/// Replaces a checkpoint in one step: whenever the machine stops, the old one or the new one is there.
pub(crate) fn save(path: &Path, game: &HeapGame, values: &[u16]) -> anyhow::Result<()> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let header = format!("{TITLE}\ngame {game}\nvalues {}\nhash {:016x}\n\n", values.len(), hash(&bytes));
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(header.as_bytes())?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    });
    written.with_context(|| format!("{}: the checkpoint cannot be written", path.display()))
}

/// The values of a checkpoint of this game. What is none, or of another game, or damaged, is an error, and is left as it is.
pub(crate) fn load(path: &Path, game: &HeapGame) -> anyhow::Result<Vec<u16>> {
    let bytes = fs::read(path).with_context(|| format!("{}: the checkpoint cannot be read", path.display()))?;
    read(&bytes, game).with_context(|| {
        format!("{}: not taken for a checkpoint, and left as it is; name another file, or move it", path.display())
    })
}

fn read(bytes: &[u8], game: &HeapGame) -> anyhow::Result<Vec<u16>> {
    let end = bytes.windows(2).position(|two| two == b"\n\n").context("it has no header")?;
    let header = str::from_utf8(&bytes[..end]).ok().context("its header is no text")?;
    let mut lines = header.lines();
    if lines.next() != Some(TITLE) {
        bail!("it is none of this program and format");
    }
    let mut field = |name: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.with_context(|| format!("its header does not tell its {name}"))
    };
    let (code, count, expected) = (field("game")?, field("values")?, field("hash")?);
    if code != game.to_string() {
        bail!("it is of the game {code} and not of {game}");
    }
    let values = &bytes[end + 2..];
    if count.parse().ok().and_then(|count: usize| count.checked_mul(2)) != Some(values.len()) {
        bail!("it is cut off or grown: {} bytes are not {count} values", values.len());
    }
    if format!("{:016x}", hash(values)) != expected {
        bail!("it is damaged: its hash is not the one that it tells");
    }
    let (pairs, _) = values.as_chunks::<2>();
    Ok(pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect())
}

/// FNV-1a over words of eight bytes, so that it costs little beside writing them.
fn hash(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0100_0000_01B3;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let all = words.iter().chain([&last]).map(|&word| u64::from_le_bytes(word));
    all.fold(0xCBF2_9CE4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(PRIME).rotate_left(29))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> HeapGame {
        ".007".parse().unwrap()
    }

    /// A file that is gone when the test is over.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            Self(std::env::temp_dir().join(format!("octal-{}-{name}", std::process::id())))
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            // Whoever cleans the temporary folder will find it otherwise.
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn what_is_saved_is_what_is_loaded() {
        let place = Place::new("saved");
        for count in [0, 1, 3, 4, 5, 1000] {
            let values: Vec<u16> = (0..count).map(|heap| heap * 64).collect();
            save(&place.0, &game(), &values).unwrap();
            assert_eq!(load(&place.0, &game()).unwrap(), values);
        }
    }

    #[test]
    fn what_is_no_checkpoint_is_refused_and_left_as_it_is() {
        let place = Place::new("refused");
        let values: Vec<u16> = (0..100).collect();
        save(&place.0, &game(), &values).unwrap();
        let good = fs::read(&place.0).unwrap();
        let refused = |bytes: &[u8]| {
            fs::write(&place.0, bytes).unwrap();
            let error = load(&place.0, &game()).unwrap_err();
            assert_eq!(fs::read(&place.0).unwrap(), bytes);
            format!("{error:#}")
        };
        for end in 0..good.len() {
            refused(&good[..end]);
        }
        for at in 0..good.len() {
            let mut damaged = good.clone();
            damaged[at] ^= 1;
            refused(&damaged);
        }
        assert!(refused(&[&good[..], b"x"].concat()).contains("cut off or grown"));
        assert!(refused(b"a letter to my aunt\n\nDear aunt").contains("none of this program"));
        let other = String::from_utf8_lossy(&good[..60]).replace(".007", ".006");
        assert!(refused(&[other.as_bytes(), &good[60..]].concat()).contains("of the game .006 and not of .007"));
    }

    /// The program is killed again and again and goes on each time; in the end the values are those of one that was let be.
    #[test]
    fn a_run_that_is_killed_at_any_moment_goes_on_from_its_checkpoint() {
        use std::process::{Command, Stdio};

        // The tests of an example are built without the example.
        let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
        let build = ["build", "--quiet", "--package", "grundy", "--example", "octal", "--profile", profile];
        assert!(Command::new(env!("CARGO")).args(build).status().unwrap().success());
        let tests = std::env::current_exe().unwrap();
        let program = tests.parent().unwrap().join(format!("octal{}", std::env::consts::EXE_SUFFIX));
        let place = Place::new("killed");
        let path = place.0.to_str().unwrap();
        let arguments = [".007", "--to", "60000", "--every", "0", "--checkpoint", path];
        let known = || if place.0.exists() { load(&place.0, &game()).unwrap().len() } else { 0 };
        let mut kills = 0;
        for milliseconds in (1..).map(|kill| 4 * kill) {
            let mut run = Command::new(&program).args(arguments).stdout(Stdio::null()).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(milliseconds));
            run.kill().unwrap();
            run.wait().unwrap();
            if known() > 30_000 {
                break;
            }
            kills += 1;
        }
        assert!(kills > 1);
        let finish = Command::new(&program).args(arguments).output().unwrap();
        let line = String::from_utf8(finish.stdout).unwrap();
        let whole = Command::new(&program).args([".007", "--to", "60000", "--engine", "plain"]).output().unwrap();
        let whole = String::from_utf8(whole.stdout).unwrap();
        let before_times = |line: &str| line.split(" seconds=").next().unwrap_or_default().to_owned();
        assert!(line.contains(" checksum="), "{line}");
        assert_eq!(before_times(&line), before_times(&whole));
        let _ = fs::remove_file(format!("{path}.part"));
    }
}

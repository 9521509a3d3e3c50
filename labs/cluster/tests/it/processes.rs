//! Processes of this test program that solve a game together, and how they end.

use std::env;
use std::ffi::OsString;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cluster::Cluster;
use testkit::{Listeners, pass_listener, passed_listener, wait_until};

use crate::endings::ROW;
use crate::row::{Hold, Moment, row};
use crate::together::ply_of;

/// Holds what a process is started for.
const PROCESS: &str = "CLUSTER_TEST_PROCESS";
/// The test that a process runs.
const TEST: &str = "processes::what_a_process_does";

/// What a process is started with.
#[derive(Debug)]
pub(crate) struct Setup {
    pub(crate) process: usize,
    pub(crate) addresses: Vec<String>,
    /// What the process listens on. Without it, it binds its own address.
    pub(crate) listener: Option<TcpListener>,
    pub(crate) path: PathBuf,
    pub(crate) silence_limit: u64,
    /// The milliseconds from one checkpoint to the next.
    pub(crate) interval: u64,
    /// The moment and the position at which the process waits, or panics.
    pub(crate) hold: Option<(Moment, u64)>,
    pub(crate) panics: bool,
    /// The program that starts the process, with its arguments, if there is one.
    pub(crate) starter: Vec<String>,
}

impl Setup {
    pub(crate) fn new(process: usize, listeners: &Listeners, path: &Path) -> Self {
        Self {
            process,
            addresses: listeners.addresses().to_vec(),
            listener: Some(listeners.socket(process)),
            path: path.to_owned(),
            silence_limit: 30,
            interval: 600_000,
            hold: None,
            panics: false,
            starter: Vec::new(),
        }
    }

    /// Starts the process.
    pub(crate) fn spawn(&self) -> Process {
        let Self { process, addresses, path, silence_limit, interval, panics, .. } = self;
        let (moment, position) =
            self.hold.map_or((String::new(), 0), |(moment, position)| (format!("{moment:?}"), position));
        let (addresses, path, is_passed) = (addresses.join(" "), path.display(), self.listener.is_some());
        let request = format!(
            "{process}\n{addresses}\n{path}\n{silence_limit}\n{interval}\n\
             {moment}\n{position}\n{panics}\n{is_passed}"
        );
        let program = env::current_exe().expect("the path of this test").into_os_string();
        let mut words = self.starter.iter().map(OsString::from).chain([program]);
        let mut command = Command::new(words.next().expect("the program at least"));
        command.args(words).args(["--exact", TEST, "--nocapture", "--test-threads=1"]).env(PROCESS, request);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        if let Some(listener) = &self.listener {
            pass_listener(&mut command, listener.try_clone().expect("there are free descriptors"));
        }
        Process(command.spawn().expect("a test can be run"))
    }
}

/// Does what this process was started for, and ends it, if it is one that a test has started.
#[test]
fn what_a_process_does() {
    let Ok(request) = env::var(PROCESS) else { return };
    let fields: Vec<&str> = request.split('\n').collect();
    let [process, addresses, path, silence, interval, fields @ ..] = &fields[..] else { panic!("{request}") };
    let [moment, position, panics, is_passed] = fields[..] else { panic!("{request}") };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let has_rounds = Arc::new(AtomicBool::new(false));
    let moment = [Moment::Enumeration, Moment::Round, Moment::LastRound]
        .into_iter()
        .find(|candidate| format!("{candidate:?}") == moment);
    let folder = Path::new(path).parent().expect("a file in a folder").to_owned();
    let hold = moment.map(|moment| Hold {
        moment,
        position: number(position),
        panics: panics == "true",
        folder,
        has_rounds: Arc::clone(&has_rounds),
    });
    let of_rounds = hold.clone();
    let mut cluster = Cluster::new(1)
        .process(process.parse().expect("a number"), addresses.split(' '))
        .silence_limit(Duration::from_secs(number(silence)))
        .checkpoint_interval(Duration::from_millis(number(interval)))
        .on_progress(move |progress| {
            has_rounds.store(true, Ordering::Relaxed);
            if let Some(hold) = &of_rounds {
                hold.at(Moment::LastRound, ply_of(progress).into());
            }
        });
    if is_passed == "true" {
        cluster = cluster.listener(passed_listener());
    }
    let result = cluster.solve(&row(ROW, hold), "test", path);
    let Err(error) = result else { process::exit(0) };
    #[expect(clippy::print_stderr, reason = "it is what the test reads")]
    {
        eprintln!("{error}");
    }
    process::exit(2);
}

/// A process that is killed when this is dropped, even if the test fails.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    pub(crate) fn kill(&mut self) {
        self.0.kill().expect("a child of this process can be killed");
    }

    /// Sends a signal: `STOP` or `CONT`.
    pub(crate) fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([&format!("-{signal}"), &self.0.id().to_string()]).status();
        assert!(status.expect("kill is everywhere").success());
    }

    /// Waits for the end of the process, and returns whether it was a success, and what it has printed to standard
    /// error.
    pub(crate) fn end(mut self) -> (bool, String) {
        wait_until("the process does not end", || self.0.try_wait().expect("a child of this process").is_some());
        let status = self.0.wait().expect("it has ended");
        let mut errors = String::new();
        // No longer than what a pipe holds.
        self.0.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        (status.success(), errors)
    }

    /// The only line that a process prints, which must fail.
    pub(crate) fn error(self) -> String {
        let (success, errors) = self.end();
        assert!(!success && errors.lines().count() == 1 && errors.ends_with('\n'), "{success}: {errors}");
        errors.trim_end().to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // An error means that it has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

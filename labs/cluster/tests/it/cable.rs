//! A cut cable: two processes in network name spaces of their own, and the link between them taken down.

use std::fs;
use std::process::Command;

use testkit::{run_in_subprocess, skip, subprocess_argument, wait_until};

use crate::endings::Run;
use crate::processes::Process;
use crate::row::Moment;

const TEST: &str = "cable::a_run_is_continued_after_the_cable_was_cut";

/// Waits for the cable in its name space, and then is the process.
const PLUG_IN: &str = r#"until ip link show dev end1 >/dev/null 2>&1; do sleep 0.01; done
ip address add 10.0.0.2/24 dev end1 && ip link set end1 up && ip link set lo up && exec "$@""#;

/// Whether `ip` succeeds.
fn try_ip(arguments: &str) -> bool {
    let output = Command::new("ip").args(arguments.split(' ')).output();
    output.expect("ip was there").status.success()
}

fn ip(arguments: &str) {
    assert!(try_ip(arguments), "ip {arguments}");
}

/// Starts process 1 at the other end of a new cable, and then process 0.
fn spawn(run: &Run) -> [Process; 2] {
    let one = run.setups[1].spawn();
    let space = |process: &str| fs::read_link(format!("/proc/{process}/ns/net")).ok();
    wait_until("it does not happen", || space(&one.id().to_string()) != space("self"));
    // An earlier cable may be gone with the process.
    try_ip("link delete end0");
    ip(&format!("link add end0 type veth peer name end1 netns {}", one.id()));
    ip("address add 10.0.0.1/24 dev end0");
    ip("link set end0 up");
    [run.setups[0].spawn(), one]
}

#[test]
fn a_run_is_continued_after_the_cable_was_cut() {
    if subprocess_argument(TEST).is_none() {
        let is_allowed = Command::new("unshare").args(["-rn", "ip", "link", "add", "type", "veth"]).output();
        if is_allowed.is_ok_and(|output| output.status.success()) {
            run_in_subprocess(TEST, "", r#"set -- unshare -rn "$@""#);
        } else {
            skip("network name spaces need unshare, ip, and the right to make them");
        }
        return;
    }
    let mut run = Run::new(2);
    for setup in &mut run.setups {
        (setup.addresses, setup.listener) = (["10.0.0.1:2101", "10.0.0.2:2101"].map(str::to_owned).to_vec(), None);
        setup.silence_limit = 4;
    }
    run.setups[1].starter = ["unshare", "-n", "sh", "-c", PLUG_IN, "sh"].map(str::to_owned).to_vec();
    run.write_checkpoints();
    run.setups[1].hold = Some((Moment::Round, 21));
    let processes = spawn(&run);
    wait_until("it does not happen", || run.file("reached").exists());
    ip("link set end0 down");
    fs::write(run.file("released"), "").expect("a file");
    let errors = processes.map(Process::error);
    for (error, other) in errors.iter().zip(["process 1 at 10.0.0.2:2101", "process 0 at 10.0.0.1:2101"]) {
        assert!(error.starts_with(&format!("{other} gave no sign of life for 4 seconds; ")), "{error}");
    }
    run.check_no_solution();
    run.expect_checkpoint();
    for process in spawn(&run) {
        assert_eq!(process.end(), (true, String::new()));
    }
    run.check_solution();
}

use std::time::Duration;

use testkit::Listeners;

use super::{NOBODY, START_LIMIT, Setup, VERSION, abort, fail, impersonate, refused};
use crate::ClusterError;

/// Starts two processes, the second one changed. Both must say what differs.
fn check_mismatch(change: impl FnOnce(&mut Setup), what: &str, here: &str, there: &str) {
    let listeners = Listeners::new(2);
    let zero = Setup::new(0, &listeners);
    let mut one = Setup::new(1, &listeners);
    change(&mut one);
    let mismatch = |process: usize, here: &str, there: &str| {
        format!(
            "process {process} at {} does not fit: its {what} is {there}, but {here} on this process; \
             start all processes from the same program with the same options",
            listeners.addresses()[process]
        )
    };
    let errors = fail([zero, one]).map(|error| error.to_string());
    assert_eq!(errors, [mismatch(1, here, there), mismatch(0, there, here)]);
}

/// The second run finds the ports closed that the first one has opened.
#[cfg(target_os = "linux")]
#[test]
fn processes_bind_their_own_addresses() {
    // All addresses that begin with 127 are this machine's. Nobody else comes to a port at one of them if it is ours
    // at another one.
    let listeners = Listeners::new(2);
    let addresses: Vec<_> = listeners.addresses().iter().map(|address| address.replace("0.0.1:", "0.0.2:")).collect();
    for _ in 0..2 {
        super::start([0, 1].map(|process| Setup::at(process, &addresses)));
    }
}

#[test]
fn processes_that_were_started_for_different_things() {
    check_mismatch(|one| one.0.version = 77, "version of the protocol", &VERSION.to_string(), "77");
    // Without the line break, which would make two lines of the message.
    check_mismatch(|one| one.0.terms[0].1 = "nim 1\n2".to_string(), "game", "nim 3 5 7", "nim 1 2");
    check_mismatch(|one| one.0.terms[1].1 = "16".to_string(), "size", "15", "16");
}

#[test]
fn another_order_of_processes() {
    let listeners = Listeners::new(3);
    let mut two = Setup::new(2, &listeners);
    // Process 2 takes process 1 for process 0.
    two.0.addresses.swap(0, 1);
    let errors = fail([Setup::new(1, &listeners), two]);
    let expected = ClusterError::Start(format!(
        "process 1 answers at {}, where process 0 is expected; \
         give each process an address of its own, in the same list for all",
        listeners.addresses()[1]
    ));
    assert_eq!(errors, [expected.clone(), expected]);
}

#[test]
fn two_processes_with_one_number() {
    // The last process is missing, so that the first one waits for it.
    let listeners = Listeners::new(3);
    let mut copy = Setup::new(1, &listeners);
    // In the place of the missing one.
    copy.0.listener = Setup::new(2, &listeners).0.listener;
    let [first, second, own] = fail([Setup::new(1, &listeners), copy, Setup::new(0, &listeners)]);
    assert!(own.to_string().starts_with("two processes have the number 1, one connects from 127.0.0.1:"), "{own}");
    // The second one is refused with the same words, the first one learns why the run ends.
    let ended = ClusterError::Ended { process: 0, address: listeners.addresses()[0].clone(), reason: own.to_string() };
    let mut errors = [first, second];
    errors.sort_by_key(|error| *error == ended);
    assert_eq!(errors, [own, ended]);
}

#[test]
fn the_port_is_in_use() {
    // The socket of another program.
    let listeners = Listeners::new(2);
    let errors = fail([Setup::at(0, listeners.addresses())]);
    assert_eq!(
        errors[0].to_string(),
        format!(
            "cannot listen at {}: the port is in use; is this process started twice? check its index, end the program \
             that \
             uses the port, or choose another port",
            listeners.addresses()[0]
        )
    );
}

#[test]
fn an_address_of_another_machine() {
    // An address for documentation, which no machine has.
    let errors = fail([Setup::at(0, &["192.0.2.1:2101".to_string()])]);
    assert_eq!(
        errors[0].to_string(),
        "cannot listen at 192.0.2.1:2101: the address is not one of this machine; check the index of this process and \
         the list of \
         processes"
    );
}

#[test]
fn a_name_without_an_address() {
    // Longer than a name may be, so no name server is needed.
    let name = format!("{}:2101", "x".repeat(300));
    let error = fail([Setup::at(0, &[name.clone(), NOBODY.to_string()])])[0].to_string();
    assert!(error.starts_with(&format!("cannot resolve the name in '{name}': ")), "{error}");
    assert!(error.ends_with("; check the name in the list of processes"), "{error}");
}

#[test]
fn processes_are_missing() {
    let listeners = Listeners::new(4);
    let zero = Setup::new(0, &listeners);
    let (clock, zero) = (zero.clock(), zero.spawn());
    let one = impersonate(&Setup::new(1, &listeners), 0);
    clock.skip(START_LIMIT);
    let reason = refused(zero).to_string();
    assert_eq!(
        reason,
        format!(
            "process 2 at {} did not connect within 60 seconds (process 3 is missing too); \
             start it, and check the list of processes and the firewall",
            listeners.addresses()[2]
        )
    );
    assert_eq!(abort(&one), (0, reason));
}

#[test]
fn the_process_to_reach_is_missing() {
    let listeners = Listeners::new(2);
    let mut one = Setup::new(1, &listeners);
    one.0.addresses[0] = NOBODY.to_string();
    // Not skipped, as nothing shows when the process has tried.
    one.0.start_limit = Duration::from_secs(5);
    assert_eq!(
        fail([one])[0].to_string(),
        format!(
            "process 0 at {NOBODY} cannot be reached (connection refused) within 5 seconds; \
             start it, and check the list of processes and the firewall"
        )
    );
}

#[test]
fn a_process_ends_during_the_start() {
    let listeners = Listeners::new(3);
    let zero = Setup::new(0, &listeners).spawn();
    drop(impersonate(&Setup::new(1, &listeners), 0));
    let error = refused(zero);
    let address = listeners.addresses()[1].clone();
    assert_eq!(error, ClusterError::Lost { process: 1, address, error: "connection closed".to_string() });
}

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use testkit::Listeners;
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::dataflow::InputHandle;
use timely::dataflow::operators::{Exchange, Input, Inspect, ToStream};

use super::super::finish;
use super::{Link, Node, Setup, patiently, start};
use crate::ClusterError;

const PROCESSES: u64 = 3;
const THREADS: u64 = 2;
const WORKERS: u64 = PROCESSES * THREADS;
const NUMBERS: u64 = 100_000;

fn initialize(links: Vec<Option<Link>>, process: usize) -> (Vec<AllocatorBuilder>, CommsGuard) {
    let hooks = Hooks::default();
    let threads = usize::try_from(THREADS).unwrap();
    let inner = ProcessBuilder::new_bytes_vector(threads, hooks.refill.clone(), hooks.spill.clone());
    let (builders, guard) = initialize_networking_from_sockets(inner, links, process, threads, hooks).unwrap();
    (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), guard)
}

/// Runs one process of a dataflow that deals out numbers: what each worker of the process gets, count and sum.
fn run(node: Node, process: usize) -> Vec<(u64, u64)> {
    let (builders, guard) = initialize(node.links, process);
    let workers = timely::execute::execute_from(builders, Box::new(()), WorkerConfig::default(), |worker| {
        let got = Arc::new(Mutex::new((0, 0)));
        let (index, seen) = (u64::try_from(worker.index()).unwrap(), Arc::clone(&got));
        worker.dataflow::<u64, _, _>(|scope| {
            let numbers = (0..NUMBERS).map(move |number| number * WORKERS + index);
            numbers.to_stream(scope).container::<Vec<_>>().exchange(|number| number / WORKERS).inspect(move |number| {
                let mut seen = seen.lock().unwrap();
                seen.0 += 1;
                seen.1 += number;
            });
        });
        while worker.has_dataflows() {
            worker.step_or_park(None);
        }
        *got.lock().unwrap()
    });
    let results = workers.unwrap().join().into_iter().map(Result::unwrap).collect();
    assert_eq!(finish(guard, &node.failure), Ok(()));
    results
}

#[test]
fn timely_exchanges_data_and_ends() {
    let listeners = Listeners::new(3);
    let nodes = start((0..3).map(|process| Setup::new(process, &listeners)));
    let threads = nodes.into_iter().enumerate().map(|(process, node)| thread::spawn(move || run(node, process)));
    let threads: Vec<_> = threads.collect();
    let results = threads.into_iter().flat_map(|thread| patiently(move || thread.join().unwrap()));
    // Worker w gets the numbers whose quotient by the number of workers has the remainder w.
    let expected = (0..WORKERS).map(|worker| {
        let own = (0..NUMBERS * WORKERS).filter(|number| number / WORKERS % WORKERS == worker);
        own.fold((0, 0), |(count, sum), number| (count + 1, sum + number))
    });
    assert_eq!(results.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Runs one process of a dataflow that does not end until the run fails. Each worker sends a message after some rounds.
fn run_without_end(node: Node, process: usize, is_running: Sender<()>) -> ClusterError {
    let (builders, guard) = initialize(node.links, process);
    let failure = Arc::clone(&node.failure);
    let workers = timely::execute::execute_from(builders, Box::new(()), WorkerConfig::default(), move |worker| {
        let mut input = InputHandle::new();
        worker.dataflow::<u64, _, _>(|scope| {
            scope.input_from(&mut input).container::<Vec<_>>().exchange(|number: &u64| *number);
        });
        while !failure.is_failed() {
            (0..1000).for_each(|number| input.send(number));
            input.advance_to(input.time() + 1);
            if *input.time() == 10 {
                is_running.send(()).unwrap();
            }
            worker.step();
        }
        for dataflow in worker.installed_dataflows() {
            worker.drop_dataflow(dataflow);
        }
    });
    assert!(workers.unwrap().join().into_iter().all(|result| result.is_ok()));
    finish(guard, &node.failure).unwrap_err()
}

#[test]
fn timely_stops_without_a_panic_when_a_process_fails() {
    let listeners = Listeners::new(3);
    let nodes = start((0..3).map(|process| Setup::new(process, &listeners)));
    let failures: Vec<_> = nodes.iter().map(|node| Arc::clone(&node.failure)).collect();
    let threads = nodes.into_iter().enumerate();
    let (sender, is_running) = channel();
    let run = |(process, node)| {
        let sender = sender.clone();
        thread::spawn(move || run_without_end(node, process, sender))
    };
    let threads: Vec<_> = threads.map(run).collect();
    patiently(move || (0..WORKERS).for_each(|_| is_running.recv().unwrap()));
    let reason = "no memory; stop other programs".to_string();
    failures[1].fail(ClusterError::Worker(reason.clone()));
    let errors: Vec<_> = threads.into_iter().map(|thread| patiently(move || thread.join().unwrap())).collect();
    let ended = ClusterError::Ended { process: 1, address: listeners.addresses()[1].clone(), reason: reason.clone() };
    assert_eq!(errors, [ended.clone(), ClusterError::Worker(reason), ended]);
    for failure in failures {
        failure.settle(Duration::from_secs(2));
    }
}

//! Processes that MPI has started. Nothing else knows of MPI.

use std::io::{self, Write};
use std::process::ExitCode;

use cluster::Processes;
use mpi::request::{WaitGuard, scope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Source};

/// One of the processes of a world.
pub(crate) struct MpiProcess(SimpleCommunicator);

impl Processes for MpiProcess {
    fn number(&self) -> usize {
        usize::try_from(self.0.rank()).expect("not negative")
    }

    fn count(&self) -> usize {
        usize::try_from(self.0.size()).expect("not negative")
    }

    fn exchange(&mut self, mut messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let own = self.number();
        let own_message = std::mem::take(&mut messages[own]);
        let mut received = scope(|scope| {
            // All sends are under way before the first message is awaited, so a round takes one delay.
            let others = (0..).zip(&messages).filter(|(to, _)| *to != self.0.rank());
            let sent: Vec<_> = others
                .map(|(to, message)| WaitGuard::from(self.0.process_at_rank(to).immediate_send(scope, &message[..])))
                .collect();
            let from = (0..self.0.size()).map(|from| {
                if from == self.0.rank() { Vec::new() } else { self.0.process_at_rank(from).receive_vec().0 }
            });
            let received: Vec<Vec<u8>> = from.collect();
            drop(sent);
            received
        });
        received[own] = own_message;
        received
    }
}

/// What launchers tell of the number of processes, and of this one: the nearest launcher first.
const LAUNCHERS: [(&str, &str); 3] = [
    ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("PMI_SIZE", "PMI_RANK"),
    ("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
];

/// Runs a program as one of the processes that MPI has started, with the arguments of this process.
pub(crate) fn run(program: impl FnOnce(&mut MpiProcess, std::env::ArgsOs) -> u8) -> ExitCode {
    let universe = mpi::initialize().expect("MPI is started once");
    let mut world = MpiProcess(universe.world());
    // Another implementation's launcher starts processes that do not find one another: each would solve the whole game.
    let number = |name| std::env::var(name).ok()?.parse::<usize>().ok();
    let launched = LAUNCHERS.iter().find_map(|(size, rank)| Some((number(size)?, number(rank)?)));
    if let Some((size, rank)) = launched.filter(|(size, _)| *size > 1 && world.count() == 1) {
        if rank == 0 {
            let version = mpi::environment::library_version().unwrap_or_default();
            let text = format!(
                "cluster: the launcher has started {size} processes, but MPI knows of one; use the mpirun of the MPI \
                 that this program is built with, {}\n",
                version.lines().next().unwrap_or("unknown").trim_end()
            );
            let _ = io::stderr().write_all(text.as_bytes());
        }
        return ExitCode::from(2);
    }
    let code = program(&mut world, std::env::args_os());
    // All have printed what they have to say before one ends: the launcher kills the others then.
    world.0.barrier();
    code.into()
}

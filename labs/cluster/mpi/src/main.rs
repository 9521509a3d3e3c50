//! The program `cluster`: solves one game in several processes, which `mpirun` starts.
mod by_mpi;

fn main() -> std::process::ExitCode {
    by_mpi::run(cluster::program::run)
}

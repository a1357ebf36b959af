import System

/// The processes behind a pseudo-terminal.
extension PseudoTerminal {
    /// The running processes of the program's session other than the program itself: the jobs of a shell.
    package var jobProcesses: [Int32] {
        RunningProcess.all.filter {
            $0 != processID && getsid($0) == processID && RunningProcess($0).map { !$0.hasExited } ?? false
        }
    }

    /// One line for the program and each job with its state and its kernel wait channel, to diagnose a program that
    /// does not end.
    package var processReport: String {
        ([processID] + jobProcesses).map { process in
            guard let process = RunningProcess(process) else { return "\(process) -" }
            return "\(process.number) \(process.command) \(process.state) \(process.waitChannel)"
        }.joined(separator: "\n")
    }

    /// Whether any job is stopped, as after `^Z`.
    package var hasStoppedJob: Bool { jobProcesses.contains { Self.state(of: $0) == "T" } }

    /// Kills all jobs at once without any cleanup, as a power loss would. Returns when they are gone.
    package func killJobs() throws {
        let jobs = jobProcesses
        // While all jobs are stopped, none can react to the end of another. Stop children first: when a job stops, the
        // shell takes the terminal back, and a child of that job that was still running would suspend itself
        // gracefully.
        let children = jobs.filter { RunningProcess($0).map { jobs.contains($0.parent) } ?? false }
        for process in children + jobs { kill(process, SIGSTOP) }
        for process in jobs { kill(process, SIGKILL) }
        // Ending takes a moment, and a program started next must not take the jobs for alive. The shell may end earlier.
        try waitUntil("the end of the jobs", outlivesProgram: true) { $0.jobProcesses.isEmpty }
    }
}

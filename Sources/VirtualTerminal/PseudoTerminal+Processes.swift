import System

/// The processes behind a pseudo-terminal.
extension PseudoTerminal {
    /// The running processes of the program's session other than the program itself: the jobs of a shell.
    package var jobProcesses: [Int32] {
        guard let directory = opendir("/proc") else { return [] }
        defer { closedir(directory) }
        var found: [Int32] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let process = Int32(name), process != processID, getsid(process) == processID,
                let state = Self.state(of: process), state != "Z"
            else { continue }
            found.append(process)
        }
        return found
    }

    /// One line for the program and each job with its state and what it waits for in the kernel, to diagnose a program
    /// that does not end.
    package var processReport: String {
        func text(_ process: Int32, _ file: String) -> String {
            Self.firstBytes(of: file, process).split(separator: "\n").first.map(String.init) ?? "-"
        }
        return ([processID] + jobProcesses).map { process in
            "\(process) \(text(process, "comm")) \(Self.state(of: process).map(String.init) ?? "-") \(text(process, "wchan"))"
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
        let children = jobs.filter { Self.parent(of: $0).map(jobs.contains) ?? false }
        for process in children + jobs { kill(process, SIGSTOP) }
        for process in jobs { kill(process, SIGKILL) }
        // Ending takes a moment, and a program started next must not take the jobs for alive.
        try waitUntil("the end of the jobs") { $0.jobProcesses.isEmpty }
    }
}

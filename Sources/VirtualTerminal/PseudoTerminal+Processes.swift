import System

/// The processes behind a pseudo-terminal.
extension PseudoTerminal {
    /// The processes of the program's session but the program itself: the jobs of a shell, as far as they run.
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

    /// What the program and the jobs wait for in the kernel, a line each: what to know of a program that does not end.
    package var processReport: String {
        func text(_ process: Int32, _ file: String) -> String {
            Self.firstBytes(of: file, process).split(separator: "\n").first.map(String.init) ?? "-"
        }
        return ([processID] + jobProcesses).map { process in
            "\(process) \(text(process, "comm")) \(Self.state(of: process).map(String.init) ?? "-") \(text(process, "wchan"))"
        }.joined(separator: "\n")
    }

    /// Whether any of the jobs is stopped, as `^Z` leaves it.
    package var hasStoppedJob: Bool { jobProcesses.contains { Self.state(of: $0) == "T" } }

    /// Kills all jobs at once, as a loss of power does: nobody gets to clean up. Returns when they are gone.
    package func killJobs() throws {
        let jobs = jobProcesses
        // Nobody acts on the end of another while all are stopped. Children first: a shell that sees its job stop takes
        // the terminal, and a child of that job that still ran would suspend itself in good order.
        let children = jobs.filter { Self.parent(of: $0).map(jobs.contains) ?? false }
        for process in children + jobs { kill(process, SIGSTOP) }
        for process in jobs { kill(process, SIGKILL) }
        // Dying takes a moment, and whoever is started next must not take them for alive.
        try waitUntil("the end of the jobs") { $0.jobProcesses.isEmpty }
    }
}

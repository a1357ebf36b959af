/// Runs other programs without a terminal and reads their output.
package enum ExternalProgram {
    /// How a run ended.
    package enum Ending: Hashable, Sendable {
        /// With an exit status; 128 and more for an end by a signal, as in a shell.
        case exited(Int32)
        /// It took too long and was killed.
        case timedOut
        /// It was cancelled and was killed.
        case cancelled
    }

    /// What a run left.
    package struct Outcome: Hashable, Sendable {
        /// How it ended.
        package let ending: Ending
        /// The standard output, up to the limit.
        package let output: [UInt8]
        /// The standard error, up to the limit.
        package let errors: [UInt8]

        /// Whether it ended with the status 0.
        package var succeeded: Bool { ending == .exited(0) }
    }

    /// The interval between two looks at a request to cancel, in milliseconds.
    private static let patience: UInt64 = 100

    /// Runs a program and waits for its end.
    /// - Parameters:
    ///   - arguments: The name of the program, found in PATH, and its arguments.
    ///   - seconds: The time after which it is killed, with every process it has started.
    ///   - limit: The number of bytes kept of each output; the rest is read and dropped.
    ///   - isCancelled: Whether the run is to be given up.
    ///   - leavesProcesses: Whether it leaves processes running that keep its outputs open, which are not waited for.
    ///   - receive: Receives what the program prints on standard output, as it comes.
    /// - Throws: `Errno`; ENOENT if there is no such program.
    package static func runProgram(
        _ arguments: [String],
        seconds: UInt64,
        limit: Int = 1 << 20,
        isCancelled: () -> Bool = { false },
        leavesProcesses: Bool = false,
        receive: (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(Errno) -> Outcome {
        var descriptors: (output: Int32, errors: Int32) = (-1, -1)
        let process = start(arguments, &descriptors.output, &descriptors.errors)
        if let failure = Errno(answer: process) { throw failure }
        let files = [Descriptor(owning: descriptors.output), Descriptor(owning: descriptors.errors)]
        var contents: [[UInt8]] = [[], []]
        var isOpen = [true, true]
        let deadline = MonotonicClock.now() &+ seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
        var ending: Ending?
        var status: Int32 = 0
        var hasExited = false
        while ending == nil, !hasExited, isOpen.contains(true) {
            ending = end(before: deadline, isCancelled)
            wait(for: files, isOpen, milliseconds: leavesProcesses ? 5 : patience)
            // What it has printed before its end is read below.
            hasExited = leavesProcesses && waitpid(process, &status, WNOHANG) == process
            for index in files.indices where isOpen[index] {
                isOpen[index] = read(files[index]) { part in
                    if index == 0 { receive(part) }
                    contents[index] += part.prefix(max(0, limit - contents[index].count))
                }
            }
        }
        if hasExited { return Outcome(status, contents) }
        while ending == nil {
            let found = waitpid(process, &status, WNOHANG)
            if found == process { return Outcome(status, contents) }
            if found < 0, errno != EINTR { throw .last }
            ending = end(before: deadline, isCancelled)
            if ending == nil { poll(nil, 0, 2) }
        }
        // The session of the program is its process group, too.
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
        collect(process)
        return Outcome(ending: ending ?? .timedOut, output: contents[0], errors: contents[1])
    }

    private static func start(_ arguments: [String], _ output: inout Int32, _ errors: inout Int32) -> pid_t {
        let words = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        return (words.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
            sandglass_start_program($0.baseAddress, &output, &errors)
        }
    }

    private static func end(before deadline: UInt64, _ isCancelled: () -> Bool) -> Ending? {
        if isCancelled() { return .cancelled }
        return MonotonicClock.now() >= deadline ? .timedOut : nil
    }

    /// Waits until a file can be read, or for a short time.
    private static func wait(for files: [Descriptor], _ isOpen: [Bool], milliseconds: UInt64) {
        var waiting = zip(files, isOpen).filter { $0.1 }.map {
            pollfd(fd: $0.0.number, events: Int16(POLLIN), revents: 0)
        }
        poll(&waiting, nfds_t(waiting.count), Int32(milliseconds))
    }

    /// Reads all that a pipe has to give now.
    /// - Returns: Whether more may come.
    private static func read(_ file: Descriptor, _ receive: (ArraySlice<UInt8>) -> Void) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(file.number, $0.baseAddress, $0.count) }
            if count > 0 {
                receive(buffer[..<count])
            } else if count == 0 {
                return false
            } else if errno != EINTR {
                return errno == EAGAIN
            }
        }
    }

    /// Collects a process that was killed. One that the kernel cannot end yet is left to whoever adopts it.
    private static func collect(_ process: pid_t) {
        for _ in 0..<500 {
            var status: Int32 = 0
            let found = waitpid(process, &status, WNOHANG)
            guard found == 0 || found < 0 && errno == EINTR else { return }
            poll(nil, 0, 2)
        }
    }
}

extension ExternalProgram.Outcome {
    /// - Parameter status: As of waitpid(2).
    fileprivate init(_ status: Int32, _ contents: [[UInt8]]) {
        let signal = status & 0x7f
        self.init(
            ending: .exited(signal == 0 ? (status >> 8) & 0xff : 128 + signal), output: contents[0], errors: contents[1]
        )
    }
}

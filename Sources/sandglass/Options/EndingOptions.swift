import ArgumentParser
import CStart
import ContainerStore
import Screen
import Session
import System

/// Options for the results that the browser leaves to its caller.
struct EndingOptions: ParsableArguments {
    @Flag(
        help: """
            Choose items: Enter on a file, or C, prints the selected items or the one under the cursor and quits. The \
            screen is on the terminal even if standard output is not. The status is 1 if nothing was chosen.
            """)
    var choose = false

    @Option(
        help: ArgumentHelp("Write the selection to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var chooseFile: String?

    @Flag(name: [.customShort("0"), .customLong("null")], help: "Terminate each chosen path by NUL.")
    var null = false

    @Option(
        help: ArgumentHelp(
            "Write the directory in which you quit to this file, for a shell to change to.", valueName: "file"),
        completion: .file())
    var cwdFile: String?

    func validate() throws {
        if !choose, chooseFile != nil || null { throw ValidationError("--choose-file and --null need --choose.") }
    }

    /// Writes the user's selection, and the last directory.
    /// - Throws: `Failure` if it cannot be written; `ExitCode` if nothing was selected.
    func finish(_ session: Session) throws {
        if let cwdFile, let directory = session.workingDirectory {
            try write([directory], terminator: nil, to: cwdFile)
        }
        guard choose else { return }
        guard let paths = session.chosenPaths else { throw ExitCode(1) }
        let terminator: UInt8 = null ? 0 : 0x0a
        if let chooseFile { return try write(paths, terminator: terminator, to: chooseFile) }
        do throws(Errno) {
            try Self.write(paths, terminator, through: OutputGate(sandglass_standard_output()))
        } catch {
            guard error != .brokenPipe else { return }
            throw Failure(.inputOutput, "could not write the selection: \(error)")
        }
    }

    /// Writes paths: exact bytes, but sanitized on a terminal.
    /// - Parameter terminator: The byte after each; nil for none.
    private static func write(_ paths: [[UInt8]], _ terminator: UInt8?, through gate: OutputGate) throws(Errno) {
        var bytes: [UInt8] = []
        for path in paths {
            guard let terminator else {
                bytes += gate.isTerminal ? gate.record(path) : path
                continue
            }
            bytes += gate.path(path, terminator: terminator)
        }
        try gate.write(own: bytes)
    }

    /// Writes to a file of the user's, which may be a pipe or a device. Another file takes the place of an existing
    /// one, which may have another name in a container.
    private func write(_ paths: [[UInt8]], terminator: UInt8?, to path: String) throws {
        do {
            try ContainerStore.requireOutside(argumentBytes(path), isReadOnly: ReadOnlyOptions.isSet)
        } catch {
            throw Failure(error)
        }
        do throws(Errno) {
            try Self.write(paths, terminator, at: argumentBytes(path))
        } catch {
            let reason = error.rawValue == ENXIO ? "no process reads from the pipe" : "\(error)"
            throw Failure(.cannotCreate, "\(DisplayText(path)): \(reason)")
        }
    }

    private static func write(_ paths: [[UInt8]], _ terminator: UInt8?, at path: [UInt8]) throws(Errno) {
        var status = stat()
        let exists = withNullTerminated(path[...]) { stat($0, &status) } == 0
        guard exists, status.st_mode & S_IFMT != S_IFREG else {
            let bytes = paths.flatMap { $0 + (terminator.map { [$0] } ?? []) }
            return try WholeFile.write(bytes, at: path.contains(0x2f) ? path : [0x2e, 0x2f] + path, .untilPowerFails)
        }
        // A pipe without a reader fails at once instead of waiting for one.
        let opened = withNullTerminated(path[...]) { open($0, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
        guard opened >= 0 else { throw .last }
        let file = Descriptor(owning: opened)
        _ = fcntl(file.number, F_SETFL, 0)
        try write(paths, terminator, through: OutputGate(file.number))
        extendLifetime(file)
    }
}

import ArgumentParser
import Encryption
import FileTree
import Formats
import Screen
import System

/// Where the passphrase of an encrypted backup comes from: never from an argument, which all users of the computer see.
struct PassphraseOptions: ParsableArguments {
    @Option(
        help: """
            A file with the passphrase of an encrypted backup, on its first line. Without it, you are asked on the
            terminal.
            """,
        completion: .file())
    var passphraseFile: String?

    @Option(
        name: .customLong("passphrase-fd"),
        help: ArgumentHelp("An open descriptor to read the passphrase from.", valueName: "number"))
    var passphraseDescriptor: Int32?

    func validate() throws {
        if passphraseFile != nil, passphraseDescriptor != nil {
            throw ValidationError("--passphrase-file and --passphrase-fd are mutually exclusive.")
        }
        handle()
    }

    /// Returns the passphrase for something new: from a file, or from the terminal, which asks twice.
    /// - Throws: `Failure` if there is none.
    static func newPassphrase(inFile file: String?) throws -> Passphrase {
        let source = PassphraseSource(file: file, descriptor: nil)
        if let file { return try naming(file) { try source.passphrase() } }
        var answers: [Passphrase] = []
        for question in ["Passphrase of the new backup: ", "Repeat the passphrase: "] {
            do {
                guard let answer = try PassphraseSource.ask(question) else {
                    throw Failure(.system, "out of memory")
                }
                answers.append(answer)
            } catch let error as Errno where error.rawValue == E2BIG {
                throw Failure(.data, "the passphrase is too long")
            } catch is Errno {
                throw Failure(.usage, "there is no terminal to ask for the passphrase; use --new-passphrase-file")
            }
        }
        guard answers[0].count > 0 else { throw Failure(.data, "the passphrase is empty") }
        guard answers[0].hasSameBytes(as: answers[1]) else { throw Failure(.data, "the two passphrases differ") }
        return answers[0]
    }

    /// Gets passphrases from the terminal, for commands without these options, and warns once if memory for them cannot
    /// be locked.
    static func askAtTerminal() {
        LockedMemory.onRefusal { writeError("sandglass: warning: \($0)") }
        PassphraseSource(file: nil, descriptor: nil).handle()
    }

    /// Takes the passphrases of the backups that are opened from now on from a file.
    static func handle(inFile file: String) { PassphraseSource(file: file, descriptor: nil).handle() }

    private func handle() { PassphraseSource(file: passphraseFile, descriptor: passphraseDescriptor).handle() }
}

/// Gets passphrases, and unlocks backups with them.
private struct PassphraseSource: Sendable {
    let file: String?
    let descriptor: Int32?

    /// Unlocks the backups that are opened from now on.
    func handle() { BackupUnlocking.handle { folder throws(FileTreeError) in try unlock(folder) } }

    /// How often the terminal asks again after a wrong passphrase.
    private static let attempts = 3

    func unlock(_ folder: BackupFolder) throws(FileTreeError) -> Bool {
        if file != nil || descriptor != nil {
            return try unlock(folder, with: try passphrase())
        }
        for attempt in 1...Self.attempts {
            guard let answer = try ask(about: folder) else { return false }
            if try unlock(folder, with: answer) { return true }
            if attempt < Self.attempts { writeError("sandglass: the passphrase is wrong; try again") }
        }
        throw FileTreeError(operation: "unlock the backup", unusable: "the passphrase is wrong")
    }

    private func unlock(_ folder: BackupFolder, with passphrase: Passphrase) throws(FileTreeError) -> Bool {
        let line = ProgressLine("unlocking the backup", shows: .percentage)
        defer { line.end() }
        switch try folder.unlock(with: passphrase, progress: line.meter) {
        case .unlocked: return true
        case .cancelled: return false
        case .wrongPassphrase:
            guard file == nil, descriptor == nil else {
                throw FileTreeError(operation: "unlock the backup", unusable: "the passphrase is wrong")
            }
            return false
        }
    }

    /// Asks at the terminal; nil if there is none.
    private func ask(about folder: BackupFolder) throws(FileTreeError) -> Passphrase? {
        let path = folder.hostPath.map { " \(shownPath($0))" } ?? folder.directory.medium.map { " in the \($0)" } ?? ""
        let device = folder.properties.deviceName.map { " (\(DisplayText($0)))" } ?? ""
        do throws(Errno) {
            return try Self.ask("Passphrase of the backup\(path)\(device): ")
        } catch {
            guard error.rawValue == E2BIG else { return nil }
            throw Self.tooLong
        }
    }

    /// Asks a question at the terminal.
    /// - Returns: The answer; nil if there is no memory for it.
    /// - Throws: `Errno`: ENXIO without a terminal, E2BIG for an answer that is too long.
    static func ask(_ question: String) throws(Errno) -> Passphrase? {
        let question = OutputGate.printable(line: question)
        return try Passphrase.reading { memory throws(Errno) in try PassphraseInput.ask(question, into: memory) }
    }

    /// Reads the passphrase that an option names, straight into locked memory.
    func passphrase() throws(FileTreeError) -> Passphrase {
        let opened: Descriptor?
        do throws(FileTreeError) {
            opened = try file.map { file throws(FileTreeError) in
                try FileContents.open(hostPath: argumentBytes(file))
            }
        } catch {
            throw unreadable(error.reason)
        }
        let number = opened?.number ?? descriptor ?? STDIN_FILENO
        let passphrase: Passphrase?
        do throws(Errno) {
            passphrase = try Passphrase.reading { memory throws(Errno) in
                try PassphraseInput.line(from: number, into: memory)
            }
        } catch {
            throw error.rawValue == E2BIG ? Self.tooLong : unreadable("\(error)")
        }
        extendLifetime(opened)
        guard let passphrase else { throw unreadable("out of memory") }
        guard passphrase.count > 0 else {
            throw FileTreeError(operation: "read the passphrase", unusable: "the first line is empty")
        }
        return passphrase
    }

    /// Messages about it begin with the path of the backup.
    private func unreadable(_ reason: String) -> FileTreeError {
        FileTreeError(operation: "read the passphrase" + (file.map { " from \($0)" } ?? ""), unusable: reason)
    }

    private static let tooLong = FileTreeError(
        operation: "read the passphrase", unusable: "it is longer than \(Passphrase.longest) bytes")
}

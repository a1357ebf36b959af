import ArgumentParser
import ContainerModel
import Encryption
import FileTree
import Formats
import Jobs
import Screen
import Synchronization
import System

/// Where the passphrase of an encrypted backup comes from: never from an argument, which all users of the computer see.
struct PassphraseOptions: ParsableArguments {
    @Option(
        help: """
            A file with the passphrase of an encrypted backup, on its first line. Without it, the terminal asks.
            """,
        completion: .file())
    var passphraseFile: String?

    @Option(
        name: .customLong("passphrase-fd"),
        help: ArgumentHelp("An open descriptor to read the passphrase from.", valueName: "number"))
    var passphraseDescriptor: Int32?

    func validate() throws {
        if passphraseFile != nil, passphraseDescriptor != nil {
            throw ValidationError("--passphrase-file and --passphrase-fd exclude each other.")
        }
        handle()
    }

    /// Returns the passphrase for something new: from a file, or from the terminal, which asks twice.
    /// - Throws: `Failure` if there is none.
    static func newPassphrase(inFile file: String?) throws -> Passphrase {
        let source = PassphraseSource(file: file, descriptor: nil)
        do throws(FileTreeError) {
            if file != nil { return try source.passphrase() }
        } catch {
            throw Failure(error, at: file ?? "")
        }
        var answers: [[UInt8]] = []
        for question in ["Passphrase of the new backup: ", "Repeat the passphrase: "] {
            do throws(Errno) {
                answers.append(try PassphraseInput.ask(question, longest: Passphrase.longest))
            } catch {
                throw Failure(.usage, "no terminal asks for the passphrase: --new-passphrase-file gives it")
            }
        }
        guard answers[0] == answers[1], !answers[0].isEmpty else {
            throw Failure(.data, answers[0].isEmpty ? "the passphrase is empty" : "the two passphrases differ")
        }
        guard let passphrase = Passphrase(taking: &answers[0]), Passphrase(taking: &answers[1]) != nil else {
            throw Failure(.data, "the passphrase is too long")
        }
        return passphrase
    }

    /// Gets passphrases from the terminal, for commands without these options.
    static func askAtTerminal() { PassphraseSource(file: nil, descriptor: nil).handle() }

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
        var line: [UInt8]
        do throws(Errno) {
            line = try PassphraseInput.ask("Passphrase of the backup\(path)\(device): ", longest: Passphrase.longest)
        } catch {
            guard error.rawValue == E2BIG else { return nil }
            throw Self.tooLong
        }
        guard let passphrase = Passphrase(taking: &line) else { throw Self.tooLong }
        return passphrase
    }

    /// Reads the passphrase that an option names.
    func passphrase() throws(FileTreeError) -> Passphrase {
        var line: [UInt8]
        if let file {
            do throws(FileTreeError) {
                line = try FileContents.read(hostPath: argumentBytes(file), limit: Passphrase.longest + 2)
            } catch {
                // What is said of it begins with the path of the backup.
                throw FileTreeError(
                    operation: "read the passphrase from \(file)",
                    unusable: error.errno == EFBIG ? "it is too long" : error.reason)
            }
        } else {
            line = try Self.read(descriptor ?? STDIN_FILENO)
        }
        if let end = line.firstIndex(of: 0x0a) { line.removeSubrange(end...) }
        if line.last == 0x0d { line.removeLast() }
        guard !line.isEmpty else {
            throw FileTreeError(operation: "read the passphrase", unusable: "the first line is empty")
        }
        guard let passphrase = Passphrase(taking: &line) else { throw Self.tooLong }
        return passphrase
    }

    private static let tooLong = FileTreeError(
        operation: "read the passphrase", unusable: "it is longer than \(Passphrase.longest) bytes")

    /// Reads the first line from a descriptor, which may be a pipe.
    private static func read(_ descriptor: Int32) throws(FileTreeError) -> [UInt8] {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= Passphrase.longest {
            let count = System.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileTreeError(errno: errno, operation: "read the passphrase") }
            guard count > 0, byte != 0x0a else { break }
            line.append(byte)
        }
        return line
    }
}

import Jobs
import System

/// sshfs, which mounts hosts: what it is asked, and what it answers. Debian 12 has 3.7.3.
///
/// sshfs runs ssh with the user's own configuration, and asks the host for the subsystem `sftp` alone. Nothing can be
/// asked of the user, whose screen may be the browser's: what ssh would have to ask for is refused, in its own words.
enum HostTools {
    /// The options of ssh, and of sshfs. A connection that does not answer for ten seconds has ended. sshfs then stays,
    /// its items are reported as errors rather than as absent, and the next request connects anew.
    private static let options = [
        "BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=5", "ServerAliveCountMax=2", "reconnect",
        // What another program changes on the host is seen after as many seconds. What is absent is asked for as often
        // as what exists, and every answer takes a round trip.
        "dcache_timeout=2", "negative_timeout=2",
        // Otherwise sshfs drops what ssh prints.
        "sshfs_verbose",
    ]

    /// Mounts the home directory of a host's user, or the host's root directory, at an empty directory.
    /// - Throws: `DeviceError`
    static func mount(
        _ address: HostAddress, at directory: [UInt8], _ cancellation: Cancellation
    ) throws(DeviceError) {
        var arguments = [
            "sshfs", "\(address.destination):\(address.beginning == .home ? "" : "/")",
            String(decoding: directory, as: UTF8.self), "-o", options.joined(separator: ","),
        ]
        if let port = address.port { arguments += ["-p", port] }
        // ssh keeps the outputs open.
        let outcome = try DeviceTools.runTool(arguments, seconds: 20, cancellation, leavesProcesses: true)
        guard !outcome.succeeded else { return }
        switch outcome.ending {
        case .cancelled: throw .cancelled
        case .timedOut: throw .host(address, "it does not answer")
        case .exited: break
        }
        let text = outcome.message
        if let refusal = DeviceTools.refusal(byFUSE: text) { throw refusal }
        if text.contains("failed to execute") || text.contains("ssh: not found") {
            throw .running("ssh", .noSuchFileOrDirectory)
        }
        throw .host(address, words(of: text))
    }

    /// The beginnings of lines that say nothing of the reason.
    private static let consequences = [
        "read: ", "write: ", "remote host has disconnected", "Warning: Permanently added", "@@@",
    ]

    /// What ssh and sshfs have printed, but for what follows from it.
    private static func words(of text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
        let telling = lines.filter { line in !consequences.contains { line.hasPrefix($0) } }
        let words = telling.prefix(4).joined(separator: "; ")
        return words.isEmpty ? "the connection was closed" : String(words.prefix(400))
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}

extension DeviceError {
    /// The error for a host that cannot be mounted.
    /// - Parameter words: What ssh has printed.
    fileprivate static func host(_ address: HostAddress, _ words: String) -> DeviceError {
        let command = (["ssh"] + (address.port.map { ["-p", $0] } ?? []) + [address.destination])
        return DeviceError(
            .noAnswer,
            "cannot be opened: \(words); `\(command.joined(separator: " "))` has to connect without asking for anything (a key "
                + "in an agent, a known host), and the host has to serve SFTP")
    }
}

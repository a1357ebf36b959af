import Glibc

/// Where transactions keep what they remember and what they throw away.
package struct TransactionEnvironment: Hashable, Sendable {
    /// `$XDG_STATE_HOME/sandglass`: absolute, without a final slash.
    package let stateDirectory: [UInt8]
    /// The home trash, `$XDG_DATA_HOME/Trash`: absolute, without a final slash.
    package let trashDirectory: [UInt8]

    /// Two directories; they are made when they are first needed.
    package init(stateDirectory: [UInt8], trashDirectory: [UInt8]) {
        self.stateDirectory = stateDirectory
        self.trashDirectory = trashDirectory
    }

    /// The directories that the environment names (XDG Base Directory Specification; a value that is not an absolute
    /// path is ignored, as it demands).
    /// - Throws: `TransactionError` where neither the variables nor `HOME` say anything.
    package static func fromEnvironment() throws(TransactionError) -> TransactionEnvironment {
        guard let state = directory("XDG_STATE_HOME", ".local/state"),
            let data = directory("XDG_DATA_HOME", ".local/share")
        else {
            throw TransactionError(
                .cannotCreate, "no journal can be kept: set HOME, or XDG_STATE_HOME and XDG_DATA_HOME")
        }
        return TransactionEnvironment(
            stateDirectory: state + "/sandglass".utf8, trashDirectory: data + "/Trash".utf8)
    }

    private static func directory(_ variable: String, _ inHome: String) -> [UInt8]? {
        if let value = bytes(variable), value.first == 0x2f { return value }
        return bytes("HOME").map { $0 + "/\(inHome)".utf8 }
    }

    private static func bytes(_ variable: String) -> [UInt8]? {
        guard let value = getenv(variable), value[0] != 0 else { return nil }
        var bytes = UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
        while bytes.count > 1, bytes.last == 0x2f { bytes.removeLast() }
        return bytes
    }
}

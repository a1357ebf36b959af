import FoundationEssentials
import System
import TestSupport
import Testing

@testable import Transactions

/// The files of a journal that version 0.1.0 wrote on 26 November 2026: an import, a rename, a new directory, an
/// exclusion, a deletion and an export, numbered from 1, of the container `/tmp/sj/App`.
///
/// Whoever changes the form changes these, too.
struct StoredJournal {
    /// The files in Base64, in the order of their numbers.
    private static let files = [
        """
        U0dKMZ4AAABAoAjwDAHA65GYoe7Gn9MBqubCsA0AAAZpbXBvcnQFb3duZXIAAQIML3RtcC9zai9ob3N0ALONQQsvdG1wL3NqL0Fw
        cAGygEEAAQEAAARjb3B5Fy90bXAvc2ovaG9zdC9sZXR0ZXIudHh0ASAvdG1wL3NqL0FwcC9Eb2N1bWVudHMvbGV0dGVyLnR4dAGa
        5sKwDbz1uccDAZrmwrANvOPFxQNTR0oxFAAAAAOcFVIKAQECAAAAAAAJRG9jdW1lbnRzAFNHSjFnAAAAptneZAgBAQABAQAABGNv
        cHkBAAAAAAAACmxldHRlci50eHQCAAAJRG9jdW1lbnRzAQEBAgIAAB8uc2FuZGdsYXNzLTEtZDMzZjFiNzIxMzA0NzVjMC0xAgIB
        AfKAggEHmubCsA289bnHAwBTR0oxDgAAAAdFXqUJAQEAAcCgyOX/h9LrMVNHSjEKAAAAcbfYEgUBAAAAAAAAAAA=
        """,
        """
        U0dKMYEAAADVh/udDALKhNOHuKTIroYBqubCsA0AAAZyZW5hbWUFb3duZXIAAQELL3RtcC9zai9BcHABsoBBAAEBAAAEbW92ZRsv
        dG1wL3NqL0FwcC9Eb2N1bWVudHMvYS50eHQBGy90bXAvc2ovQXBwL0RvY3VtZW50cy9jLnR4dAGa5sKwDbzjxcUDU0dKMRQAAABt
        in8lCgIBAAAAAAAACURvY3VtZW50cwBTR0oxPgAAAFpM1J4IAgEAAQIAAAAJRG9jdW1lbnRzAAAFYS50eHQAAQAABWMudHh0AQEA
        AQEAAQIBppuCAQSa5sKwDbz1uccDAFNHSjEOAAAAQ2p2twkCAQABjtG0+v+H0usxU0dKMQoAAAC0i1UrBQIAAAAAAAAAAA==
        """,
        """
        U0dKMXUAAAAh5J3MDAOq0OLP06Kbj7EBqubCsA0AAA5tYWtlIGRpcmVjdG9yeQVvd25lcgABAQsvdG1wL3NqL0FwcAGygEEAAQEA
        AA5tYWtlIGRpcmVjdG9yeRkvdG1wL3NqL0FwcC9Eb2N1bWVudHMvbmV3AAGa5sKwDbzjxcUDU0dKMRQAAAA1Cp3yCgMBAAAAAAAA
        CURvY3VtZW50cwBTR0oxZgAAAAhsYRoIAwEAAQEAAA5tYWtlIGRpcmVjdG9yeQAAAAAJRG9jdW1lbnRzAAADbmV3AQEAAQAAHy5z
        YW5kZ2xhc3MtMy1iMTFlNmQxNTM5ZjhhODJhLTEAAQEAkv+CAYAgqubCsA2Pm8z5AgBTR0oxDgAAAObS7QsJAwEAAezx+6aAiNLr
        MVNHSjEKAAAA958uPAUDAAAAAAAAAAA=
        """,
        """
        U0dKMW8AAAAF1N65DATRzIrcxd/VnIgBqubCsA0AAAdleGNsdWRlBW93bmVyAAEBCy90bXAvc2ovQXBwAbKAQQABAQAADXNldCBh
        dHRyaWJ1dGUbL3RtcC9zai9BcHAvRG9jdW1lbnRzL2IudHh0AAGa5sKwDbzjxcUDU0dKMQQAAACkl/BJCgQAAFNHSjGLAAAAJD2a
        xggEAQABBQAAAAlEb2N1bWVudHMAAAViLnR4dAAANHVzZXIuY29tLmFwcGxlLm1ldGFkYXRhOmNvbV9hcHBsZV9iYWNrdXBfZXhj
        bHVkZUl0ZW0AARZjb20uYXBwbGUuTW9iaWxlQmFja3VwAQIAAQEBAAEWY29tLmFwcGxlLk1vYmlsZUJhY2t1cABTR0oxDgAAACTl
        IHYJBAEAAcS1hMWAiNLrMVNHSjEKAAAAPvJPWAUEAAAAAAAAAAA=
        """,
        """
        U0dKMYgAAACFsnSdDAXMkObbpLSkwKcBqubCsA0AAAZkZWxldGUFb3duZXIAAQILL3RtcC9zai9BcHABsoBBEi90bXAvc2ovZGF0
        YS9UcmFzaADpgEEBAQEAAAV0cmFzaBsvdG1wL3NqL0FwcC9Eb2N1bWVudHMvYi50eHQAAZrmwrANvOPFxQMBqubCsA3/7oSuA1NH
        SjEmAAAADVqlAgoFAgAAAAAAAAlEb2N1bWVudHMCAQAABWZpbGVzAQAABWIudHh0U0dKMTwAAAB63wEzCAUBAAEDAAAACURvY3Vt
        ZW50cwAABWIudHh0AQEBAAEBAgAABWZpbGVzAQHGm4IBBJrmwrANvPW5xwMAU0dKMQ4AAACQD6QzCQUBAAHepNSFgYjS6zFTR0ox
        CgAAAH3mNE8FBQAAAAAAAAAA
        """,
        """
        U0dKMY8AAAB5UORxDAaw6Zjlt6DxqmGq5sKwDQAABmV4cG9ydANhcHAAAQILL3RtcC9zai9BcHABsoBBCy90bXAvc2ovb3V0AMON
        QQABAQAABGNvcHkbL3RtcC9zai9BcHAvRG9jdW1lbnRzL2MudHh0AREvdG1wL3NqL291dC9jLnR4dAGa5sKwDbzjxcUDAZrmwrAN
        vPW5xwNTR0oxBQAAAJSJFoMKBgEDAFNHSjFiAAAAlD1EvggGAQABAQAABGNvcHkBAAAACURvY3VtZW50cwAABWMudHh0AgAAAAEB
        AQICAAAfLnNhbmRnbGFzcy02LTYxNTVjNTAzN2NhNjM0YjAtMQICAQHegYIBBJrmwrANvPW5xwMAU0dKMQ4AAADioRyfCQYBAAG0
        urukgYjS6zFTR0oxCgAAALjauXYFBgAAAAAAAAAA
        """,
    ]

    /// The payloads of the records of each file.
    private var transactions: [[[UInt8]]]

    init() throws {
        transactions = try Self.files.map { file in
            let text = file.filter { !$0.isWhitespace }
            return try payloads([UInt8](try #require(Data(base64Encoded: text))))
        }
    }

    /// Replaces bytes wherever they are in the records of a transaction; fails if they are nowhere.
    mutating func replace(_ old: [UInt8], with new: [UInt8], in number: Int) throws {
        var count = 0
        for index in transactions[number - 1].indices {
            var rest = transactions[number - 1][index][...]
            var bytes: [UInt8] = []
            while !rest.isEmpty {
                if rest.starts(with: old) {
                    bytes += new
                    rest = rest.dropFirst(old.count)
                    count += 1
                } else {
                    bytes.append(rest.removeFirst())
                }
            }
            transactions[number - 1][index] = bytes
        }
        try #require(count > 0, "\(old) is not in transaction \(number)")
    }

    /// Writes a transaction's file to the state directory of a scene, or all files.
    func write(to scene: Scene, _ numbers: some Sequence<Int> = 1...6) throws {
        try scene.home.makeDirectory("state/sandglass/journal")
        for number in numbers {
            try scene.writeBytes(transactions[number - 1].flatMap { frame($0) }, to: scene.journalFile(number))
        }
    }
}

/// Values as records contain them: base-128 numbers, the lowest bits first, and strings after their lengths.
enum Recorded {
    static func number(_ value: some FixedWidthInteger) -> [UInt8] {
        var value = UInt64(truncatingIfNeeded: value)
        var bytes: [UInt8] = []
        while value > 0x7f {
            bytes.append(UInt8(value & 0x7f) | 0x80)
            value >>= 7
        }
        return bytes + [UInt8(value)]
    }

    /// Twice the number, or for a negative number twice its magnitude minus 1.
    static func signed(_ value: Int) -> [UInt8] { number(value < 0 ? -2 * value - 1 : 2 * value) }

    static func string(_ value: String) -> [UInt8] { number(value.utf8.count) + value.utf8 }
}

import Formats
import System
import TestSupport

/// Files of kinds that iOS writes, made of literal bytes.
enum PlantedFile {
    /// Returns a file of one cookie on one page, as readers of `Cookies.binarycookies` document it.
    /// - Parameter flags: 1 for `Secure`, 4 for `HttpOnly`.
    static func cookie(_ name: String, _ value: String, flags: UInt32) -> [UInt8] {
        let strings = ["tide.example", name, "/", value].map { Array($0.utf8) + [0] }
        var offsets: [UInt32] = []
        var end: UInt32 = 56
        for string in strings {
            offsets.append(end)
            end += UInt32(string.count)
        }
        let dates = [1_000_000_000.0, 700_000_000.0].flatMap { date in
            (0..<8).map { UInt8(truncatingIfNeeded: date.bitPattern >> (UInt64($0) * 8)) }
        }
        let head = ([end, 0, flags, 0] + offsets + [0, 0]).flatMap(little)
        let record = head + dates + strings.joined()
        let page = [0, 0, 1, 0] + [UInt32(1), 16, 0].flatMap(little) + record
        return Array("cook".utf8) + [0, 0, 0, 1] + little(UInt32(page.count)).reversed() + page
            + [UInt8](repeating: 0, count: 8)
    }

    /// Returns a texture (KTX 1) of two squares of 4 × 4 pixels beside each other, each of one gray, in ASTC's blocks of
    /// one color (Khronos Data Format Specification, 23.23 "Void-Extent Blocks").
    static func snapshot(_ left: UInt8, _ right: UInt8) -> [UInt8] {
        let blocks = [left, right].flatMap { gray -> [UInt8] in
            [0xfc, 0xfd] + [UInt8](repeating: 0xff, count: 6) + [gray, gray, gray, gray, gray, gray, 0xff, 0xff]
        }
        let numbers: [UInt32] = [0x0403_0201, 0, 1, 0, 0x93b0, 0x1908, 8, 4, 0, 0, 1, 1, 0, UInt32(blocks.count)]
        return [0xab, 0x4b, 0x54, 0x58, 0x20, 0x31, 0x31, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a] + numbers.flatMap(little)
            + blocks
    }

    /// Returns the seal of files of a bundle with their digests; those in directories of languages may be missing.
    static func seal(_ files: [String: [UInt8]]) -> [UInt8] {
        let rows = files.map { path, bytes in
            let pairs: [(String, PropertyListValue)] = [("hash2", .data(Digest.of(bytes, .sha256)))]
            let optional: [(String, PropertyListValue)] = path.contains(".lproj/") ? [("optional", true)] : []
            return (path, PropertyListValue.dictionary(PropertyListDictionary(pairs + optional)))
        }
        let omitted: PropertyListValue = ["omit": true, "weight": .real(20)]
        return PropertyListWriter.xml([
            "files": [:], "rules": ["^.*": true], "files2": .dictionary(PropertyListDictionary(rows)),
            "rules2": ["^.*": true, "^Info\\.plist$": omitted, "^PkgInfo$": omitted],
        ])
    }

    private static func little(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (UInt32($0) * 8)) }
    }
}

extension TemporaryDirectory {
    /// Sets the time at which an item was last changed, in seconds since 1970.
    func setModified(_ seconds: Int, of name: String) throws {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        guard utimensat(AT_FDCWD, self(name), [time, time], 0) == 0 else {
            throw CommandError(call: "utimensat", number: errno)
        }
    }

    /// Sets the permissions of an item.
    func setMode(_ mode: mode_t, of name: String) throws {
        guard chmod(self(name), mode) == 0 else { throw CommandError(call: "chmod", number: errno) }
    }
}

import FoundationEssentials

/// A line of a report, with the fields that the tests need.
struct ReportLine: Decodable {
    var row: String?
    var path: String?
    var pathBytes: Data?
    var kind: String?
    var size: UInt64?
    var backedUp: Bool?
    var reason: String?
    var fate: String?
    var rule: String?
    var inheritedFrom: String?
    var lostTo: String?
    var own: [Attribute]?

    struct Attribute: Decodable {
        var name: String
        var backups: String
    }

    /// The path as Python's `ascii` prints its bytes.
    var pythonPath: String {
        let bytes = pathBytes.map { Array($0) } ?? Array((path ?? "").utf8)
        let text = bytes.map { byte -> String in
            switch byte {
            case 0x0a: "\\n"
            case 0x20..<0x7f: String(UnicodeScalar(byte))
            default: "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
        }
        return "b'" + text.joined() + "'"
    }

    static func read(_ lines: [String]) throws -> [ReportLine] {
        // `backedUp` is a boolean in a row and a sum in the totals, so the totals are decoded separately.
        try lines.filter { !$0.contains("\"row\":\"total\"") }.map {
            try JSONDecoder().decode(ReportLine.self, from: Data($0.utf8))
        }
    }
}

/// The last line of a backup set.
struct BackupTotals: Decodable {
    struct Sum: Decodable, Equatable {
        var bytes: UInt64
        var files: Int
        var directories: Int
        var links: Int
    }

    struct Top: Decodable {
        var path: String
        var backedUp: Sum
    }

    var backup: String
    var backedUp: Sum
    var topDirectories: [Top]
    var unreadable: Int
}

/// The last line of a purge plan.
struct PurgeTotals: Decodable {
    struct Sum: Decodable, Equatable {
        var items: Int
        var bytes: UInt64
    }

    var event: String
    var goes: Sum
    var willGo: Sum
    var mayGo: Sum
    var kept: Sum
}

func decode<Value: Decodable>(_ type: Value.Type, _ line: String?) throws -> Value {
    try JSONDecoder().decode(type, from: Data((line ?? "").utf8))
}

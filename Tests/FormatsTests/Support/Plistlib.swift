import TestSupport

/// Python's plistlib: an independent implementation, called at run time.
enum Plistlib {
    /// A list that plistlib wrote or read, and its value according to plistlib.
    struct Case: Sendable {
        /// The way in which the list was made, a comma, and its contents.
        let name: String
        let bytes: [UInt8]
        let canonical: String
        /// Whether `PropertyListWriter` must write the same bytes.
        let isExact: Bool

        var group: Substring { name.prefix { $0 != "," } }
    }

    /// Every value of the script's table in every format that can represent it, and some XML written by hand.
    static let cases: [Case] = {
        // A script that fails must not be mistaken for an empty table.
        return try! run("write", input: []).map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let isExact = fields[1] == "exact"
            return Case(
                name: String(fields[0]), bytes: FormatsTests.bytes(hexadecimal: fields[2]),
                canonical: String(fields[3]), isExact: isExact)
        }
    }()

    static let groups = [
        "binary", "XML", "XML in utf-16", "XML in utf-16-be", "XML with mark", "document", "document with head",
    ]

    /// Returns what plistlib reads from each of `lists`: the canonical form, or the error.
    static func read(_ lists: [[UInt8]]) throws -> [String] {
        try run("read", input: Array(lists.map(hexadecimal).joined(separator: "\n").utf8)).map { String($0) }
    }

    private static func run(_ mode: String, input: [UInt8]) throws -> [Substring] {
        let result = try Python.result(of: script, [mode], input: input)
        guard result.status == 0 else {
            throw CommandError(call: String(decoding: result.stderr, as: UTF8.self), number: result.status)
        }
        return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n")
    }

    private static let script = Script.text("plistlib")
}

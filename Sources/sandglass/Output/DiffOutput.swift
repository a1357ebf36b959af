import Comparison
import ContainerModel
import Formats
import Inspection
import Jobs
import Reports
import Screen
import System

/// Prints differences as they come, in one form or another.
final class DiffOutput {
    enum Form {
        case text, json, stat, patch
    }

    private let form: Form
    private let masks: Bool
    private var output = Output()
    private var text = DiffText()
    private var counts = DiffCounts()
    /// The file whose header was printed last in a patch.
    private var patched: [UInt8]?
    /// The differences that a patch does not have.
    private var leftOut = 0
    /// Whether these are in texts whose lines end in CR alone: what a patch makes of those, it does not say itself.
    private var leavesOutReturns = false
    private var failure: (any Error)?

    init(_ form: Form, masks: Bool) {
        self.form = form
        self.masks = masks
    }

    /// Prints a difference.
    /// - Returns: Whether more are wanted.
    func printDifference(_ difference: Difference) -> Bool {
        do {
            try print(masks ? difference.masked : difference)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Prints what is left, and what the result rests on.
    /// - Throws: `ExitCode` if something could not be written.
    func end(_ summary: ComparisonSummary) throws {
        if let failure { throw failure }
        let trusted = summary.proofs[.sizeAndTime] ?? 0
        let files = "\(Pluralized.files(trusted)) of the same size and modification time"
        let classes = summary.oneSidedClassesLine
        switch form {
        case .stat:
            for line in counts.end() { try output.line(line) }
            if let line = summary.proofLine { try output.line(line) }
            if let classes { try output.line(classes) }
        case .text:
            if let classes { try output.line(classes) }
            if trusted > 0 {
                try output.line("\(files) \(trusted == 1 ? "was" : "were") not read")
            }
        case .json:
            var members: [(String, JSONValue)] = [("of", .string("summary"))]
            if trusted > 0 {
                members.append(("quick", .boolean(true)))
                members.append(("notRead", .number(JSONNumber(trusted))))
            }
            if classes != nil {
                members.append(("classesOnOneSide", .number(JSONNumber(summary.oneSidedClasses))))
            }
            if members.count > 1 {
                let line = JSONWriter.line(.object(members.map { .init(name: $0.0, value: $0.1) }))
                try output.line(String(decoding: line, as: UTF8.self))
            }
        case .patch:
            if trusted > 0 {
                writeError("sandglass: \(files) not read")
            }
            if let classes { writeError("sandglass: \(classes)") }
        }
        try output.flush()
        guard leftOut > 0 else { return }
        let differences = Pluralized.differences(leftOut)
        writeError("sandglass: \(differences) not in the patch: only lines of text files in UTF-8 are")
        if leavesOutReturns { throw Failure(.data, "texts whose lines end in CR alone cannot be in a patch") }
    }

    private func print(_ difference: Difference) throws {
        switch form {
        case .text:
            for difference in difference.withContents(reportsAll: false) {
                for line in text.lines(for: difference) { try output.line(line) }
            }
        case .json:
            for difference in difference.withContents(reportsAll: true) {
                let line = JSONWriter.line(difference.json, isASCII: !Platform.isLocaleUTF8)
                try output.line(String(decoding: line, as: UTF8.self))
            }
        case .stat: if let line = counts.add(difference) { try output.line(line) }
        case .patch: try printPatch(difference)
        }
    }

    private func printPatch(_ difference: Difference) throws {
        // The lines of a patch are those of the files.
        guard let lines = difference.lines, difference.address.isEmpty, lines.isAsStored else {
            leftOut += 1
            if let lines = difference.lines, lines.endsInReturns { leavesOutReturns = true }
            return
        }
        let path = difference.shownPath
        if patched != path {
            patched = path
            let isNew = difference.subject == .item && difference.change == .added
            let isOld = difference.subject == .item && difference.change == .removed
            try output.record(Array("--- ".utf8) + (isNew ? Self.nothing : Self.quoted("a/", path)))
            try output.record(Array("+++ ".utf8) + (isOld ? Self.nothing : Self.quoted("b/", path)))
        }
        for line in lines.unified { try output.record(line) }
    }

    private static let nothing = Array("/dev/null".utf8)

    /// Returns a path as patch reads it: in quotation marks with escapes if it has special characters.
    private static func quoted(_ prefix: String, _ path: [UInt8]) -> [UInt8] {
        let path = Array(prefix.utf8) + path
        guard path.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c || $0 == 0x7f }) else {
            // A tab ends a name with blanks.
            return path + (path.contains(0x20) ? [0x09] : [])
        }
        let escaped = path.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x22, 0x5c: return [0x5c, byte]
            case ..<0x20, 0x7f: return Array(("\\" + padded(String(byte, radix: 8), to: 3, with: "0")).utf8)
            default: return [byte]
            }
        }
        return [0x22] + escaped + [0x22]
    }
}

extension ComparisonSummary {
    /// Why files count as equal, with their numbers: `equal: 3 by contents, 1 by identity`; nil if there are none.
    fileprivate var proofLine: String? {
        let words: [(Proof, String)] = [
            (.contents, "by contents"), (.identity, "by identity"), (.digests, "by the digests of time points"),
            (.sizeAndTime, "by size and time alone"),
        ]
        let parts = words.compactMap { proof, words in proofs[proof].map { "\(Pluralized.files($0)) \(words)" } }
        return parts.isEmpty ? nil : "equal: \(parts.joined(separator: ", "))"
    }

    /// Says of how many files the protection class is known on one side only; nil if of none.
    fileprivate var oneSidedClassesLine: String? {
        switch oneSidedClasses {
        case 0: nil
        case 1: "the protection class of 1 file is known on one side only"
        default: "the protection classes of \(Pluralized.files(oneSidedClasses)) are known on one side only"
        }
    }

    /// Prints what could not be compared.
    /// - Parameters:
    ///   - before: The first side as the user names it.
    ///   - after: The second side as the user names it.
    /// - Throws: `Failure` if there is something: the sides may differ in it.
    func requireWhole(_ before: String, _ after: String) throws {
        guard let status = Failure.Status(ofProblems: problems.first.map(\.isDamage)) else { return }
        for problem in problems.first {
            let side = problem.isBefore.map { DisplayText($0 ? before : after) }
            let item = problem.path.isRoot ? nil : DisplayText(bytes: problem.path.bytes)
            let names = [side, item].compactMap { $0?.description }
            // The path of a side that is a single item says nothing.
            let place = names.isEmpty ? DisplayText(after).description : names.joined(separator: ": ")
            writeError("sandglass: \(place): \(DisplayText(problem.reason))")
        }
        throw Failure(status, "\(Pluralized.items(problems.count)) could not be compared")
    }
}

extension Difference {
    /// The path as printed.
    var shownPath: [UInt8] { name ?? (path.isRoot ? [0x2e] : path.bytes) }
}

/// The numbers of differences by item.
private struct DiffCounts {
    private var current: (path: [UInt8], line: String)?
    private var changes: [Difference.Change: Int] = [:]
    private var items: [Difference.Change: Int] = [:]

    /// Counts a difference.
    /// - Returns: The line of the item before; nil if it is about the same one.
    mutating func add(_ difference: Difference) -> String? {
        var finished: String?
        if current?.path != difference.shownPath {
            finished = line()
            changes = [:]
            let isItem = difference.subject == .item && difference.address.isEmpty
            items[isItem ? difference.change : .changed, default: 0] += 1
            let badges = difference.badges.map { "\($0)  " } ?? ""
            current = (difference.shownPath, badges + DisplayText(bytes: difference.shownPath).description)
        }
        changes[difference.change, default: 0] += 1
        return finished
    }

    /// Returns the last lines: that of the last item, and the totals.
    mutating func end() -> [String] {
        let last = line()
        let total = Self.words(items)
        return [last].compactMap(\.self) + (total.isEmpty ? [] : ["items: \(total)"])
    }

    private func line() -> String? { current.map { "\($0.line)  \(Self.words(changes))" } }

    private static func words(_ counts: [Difference.Change: Int]) -> String {
        Difference.Change.allCases.compactMap { change in counts[change].map { "\($0) \(change.rawValue)" } }
            .joined(separator: ", ")
    }
}

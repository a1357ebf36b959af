package import ContainerModel
import Formats
package import FoundationEssentials
package import Reports

/// The output of `advise FILE`: whether an item is in the right place. JSON keys are stable.
package struct PlacementReport: Encodable, Sendable {
    /// A rule that the item seems to violate.
    package struct Finding: Encodable, Sendable {
        /// The rule.
        package let rule: Rule
        /// A further condition for the violation that could not be checked.
        package let provided: String?
        /// The correction if the condition holds; only where each finding has a separate condition.
        package let correction: Correction?
    }

    /// How an item is brought in order.
    package struct Correction: Encodable, Sendable {
        /// The path where the item belongs.
        package let target: String?
        /// The columns that it would have there.
        package let targetBadges: String?
        /// The commands that would fix it.
        package let commands: [String]
        /// How the commands relate: `alternatives`, `sequence`; omitted if there are fewer than two.
        package let order: PlacementOrder?

        @Unreported private var shortCommands: [String]
        @Unreported private var kind: PlacementCorrection
    }

    /// Always `item`, to distinguish it from the totals of a directory.
    package let row = "item"
    /// The path of the item, from the container's root; invalid UTF-8 is replaced.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The place whose rules apply.
    package let place: String
    /// The columns of the item.
    package let badges: String
    /// The logical size in bytes; only for files.
    package let size: UInt64?
    /// Whether it is in the right place.
    package let verdict: PlacementStanding
    /// The rules that the item seems to violate.
    package let findings: [Finding]
    // In JSON, the keys of the correction are among those of this object.
    private let target: String?
    private let targetBadges: String?
    private let commands: [String]
    private let order: PlacementOrder?
    /// Whether the item is a database that the app opens at its path, so that the app's code must follow a move.
    package let store: Bool

    /// The correction. If each finding has a separate condition, the findings state their own corrections.
    @Unreported package private(set) var correction: Correction
    @Unreported private var title: String
    @Unreported private var purpose: String
    /// Whether the correction leaves the item in place.
    @Unreported private var isInPlace: Bool

    /// Creates a report.
    /// - Parameter hostPath: The path of the container's root, used in the commands.
    package init(_ placement: Placement, hostPath: [UInt8]) {
        path = placement.path.reportText
        pathBytes = placement.path.reportBytes
        place = placement.place.place.rawValue
        title = placement.place.title
        purpose = placement.place.purpose
        badges = placement.badges.description
        size = placement.size
        findings = placement.findings.enumerated().map { index, finding in
            let way = placement.ways.indices.contains(index) ? placement.ways[index] : nil
            return Finding(
                rule: finding.rule, provided: finding.provided,
                correction: way.map { Correction($0, of: placement, hostPath: hostPath) })
        }
        verdict = PlacementStanding(of: placement)
        let correction =
            placement.ways.isEmpty ? Correction(placement.way, of: placement, hostPath: hostPath) : Correction()
        self.correction = correction
        (target, targetBadges) = (correction.target, correction.targetBadges)
        (commands, order) = (correction.commands, correction.order)
        store = placement.isStore
        isInPlace = placement.findings.allSatisfy { $0.target == nil && $0.remedy != nil }
    }

    /// The report as text, with the commands; not sanitized.
    package var lines: [String] { lines { $0.lines(indent: "  ") } }

    /// The report as text, with the commands as they read in the container's directory, which are short enough for the
    /// panel of a browser; not sanitized.
    package var shortLines: [String] { lines(\.shortLines) }

    private func lines(_ commands: (Correction) -> [String]) -> [String] {
        let amount = size.map { "  " + ByteCount.short($0) } ?? ""
        var lines = ["\(path)  \(badges)\(amount)"]
        switch verdict {
        case .system:
            lines.append("  belongs to the system: the app cannot create anything there. \(title): \(purpose)")
        case .right where path == ".": lines.append("  the container itself. \(purpose)")
        case .right: lines.append("  in the right place. \(title): \(purpose)")
        case .wrong, .depends:
            let word = verdict == .wrong ? "seems to" : "may"
            lines.append(
                isInPlace ? "  in the right place, but \(word) need a change" : "  \(word) be in the wrong place")
        }
        let isMoved = (findings.compactMap(\.correction) + [correction]).contains { $0.target != nil }
        if store, isMoved { lines.append(Self.storeWarning) }
        for finding in findings {
            lines.append(
                "  \(finding.rule.name): \(finding.rule.text)" + (finding.provided.map { " – \($0)" } ?? ""))
            lines += finding.correction.map { ($0.targetLines + commands($0)).map { "  " + $0 } } ?? []
        }
        lines += findings.lazy.map(\.rule.reviewLines).first { !$0.isEmpty } ?? []
        return lines + correction.targetLines + commands(correction)
    }

    private static let storeWarning =
        "  The app opens this store at its path: its code has to be changed along with a move."
}

extension Rule {
    /// That the review rejected apps which violate the rule, in a line; none if it did not.
    var reviewLines: [String] {
        citations.contains(.reviewGuideline)
            ? ["  App review: apps were rejected under guideline 2.23 for ignoring this (sandglass help storage)"] : []
    }
}

extension PlacementReport.Correction {
    /// Nothing to do.
    fileprivate init() {
        (target, targetBadges, commands, shortCommands, order, kind) = (nil, nil, [], [], nil, .nothing)
    }

    /// - Parameter hostPath: The path of the container's root, used in the commands.
    fileprivate init(_ way: Placement.Way, of placement: Placement, hostPath: [UInt8]) {
        target = way.target?.reportText
        targetBadges = way.targetBadges?.description
        kind = way.correction
        commands = Self.commands(for: way, of: placement) { ShellWord.quoted(hostPath + [0x2f] + $0) }
        shortCommands = Self.commands(for: way, of: placement) { ShellWord.quotedIfNeeded($0) }
        order = commands.count > 1 ? way.correction.order : nil
    }

    /// - Parameter path: Returns a path of the container as a word of a command.
    private static func commands(
        for way: Placement.Way,
        of placement: Placement,
        _ path: ([UInt8]) -> String
    ) -> [String] {
        guard placement.canBeChanged else { return [] }
        let name = placement.path.lastComponent.map { Array($0) } ?? []
        // A database's companion files go where it goes, and are worthless in a backup without it.
        func words(in directory: ContainerPath) -> String {
            ([name] + placement.companions).compactMap { directory.appending(name: $0) }
                .map { path($0.bytes) }.joined(separator: " ")
        }
        func remedied(_ remedy: PlacementRemedy, at item: ContainerPath) -> String {
            "sandglass \(remedy.command) \(item.parent.map(words) ?? path(item.bytes))"
        }
        var moves: [String] = []
        if let directory = way.target?.parent, let parent = placement.path.parent {
            // The trailing slash makes it a directory, even if it does not exist yet.
            moves.append("sandglass mv \(words(in: parent)) \(path(directory.bytes + [0x2f]))")
        }
        switch way.correction {
        case .nothing: return []
        case .move: return moves
        case .stay(let remedy): return [remedied(remedy, at: placement.path)]
        case .moveOr(let remedy): return moves + [remedied(remedy, at: placement.path)]
        case .moveThenExclude: return moves + (way.target.map { [remedied(.exclusion, at: $0)] } ?? [])
        }
    }

    private var heading: [String] { order.map { [$0.heading] } ?? [] }

    fileprivate func lines(indent: String) -> [String] { (heading + commands).map { indent + $0 } }

    fileprivate var shortLines: [String] {
        guard !shortCommands.isEmpty else { return [] }
        return ["  In the container's directory:"] + heading.map { "  " + $0 } + shortCommands.map { "    " + $0 }
    }

    fileprivate var targetLines: [String] {
        guard let target, let targetBadges else { return [] }
        let also =
            switch kind {
            case .moveThenExclude: ", and then excluded from backups there"
            case .moveOr(.exclusion): "; or excluded from backups where it is"
            default: ""
            }
        return ["  better: \(target)  \(targetBadges)\(also)"]
    }
}

extension PlacementRemedy {
    /// The command that applies it.
    fileprivate var command: String {
        switch self {
        case .exclusion: "exclude"
        case .deletion: "rm"
        }
    }
}

/// Quotes words of a command line.
package enum ShellWord {
    /// Returns a word as `quoted` does, without quotes around characters that have no meaning to a shell.
    package static func quotedIfNeeded(_ bytes: [UInt8]) -> String {
        let isPlain = bytes.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || [0x2d, 0x2e, 0x2f, 0x5f].contains(byte)
        }
        return isPlain && !bytes.isEmpty && bytes.first != 0x2d ? String(decoding: bytes, as: UTF8.self) : quoted(bytes)
    }

    /// Returns a word, in printable characters only, that a shell reads as these bytes.
    package static func quoted(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let isPlain =
            text.utf8.elementsEqual(bytes)
            && !text.unicodeScalars.contains { scalar in
                scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                    || scalar.properties.generalCategory == .lineSeparator
                    || scalar.properties.generalCategory == .paragraphSeparator
            }
        guard !isPlain else { return "'" + text.replacing(scalar: "'", by: "'\\''") + "'" }
        let escaped = bytes.map { byte in
            (0x20..<0x7f).contains(byte) && byte != 0x27 && byte != 0x5c
                ? String(UnicodeScalar(byte)) : "\\x" + CollectionOfOne(byte).hexadecimal()
        }
        return "$'" + escaped.joined() + "'"
    }
}

package import ContainerModel
import FileTree
import Formats

extension Explanation {
    /// A line of an explanation as text.
    package struct Line: Sendable {
        /// The role of a line.
        package enum Kind: Hashable, Sendable {
            case heading
            case text
            case dimmed
            case warning
            /// A horizontal rule.
            case rule
            /// One of the four columns.
            case column(Rights, isGranted: Bool)
        }

        /// The role of the line.
        package let kind: Kind
        /// The text as bytes; contains names and link targets and must be sanitized.
        package let text: [UInt8]
        /// Whether the text has names from outside in it; if not, it is the program's own.
        package let isName: Bool

        init(_ kind: Kind, _ text: [UInt8]) {
            self.kind = kind
            self.text = text
            isName = true
        }

        init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = Array(text.utf8)
            isName = false
        }
    }

    /// All lines in display order: the item, the rules that apply to it, the reasons.
    package var lines: [Line] {
        itemLines + [Line(.rule, "")] + ruleLines
    }

    /// The lines about the rules that apply to the item, and the reasons.
    private var ruleLines: [Line] { columnLines + purposeLines + codeLines(isComplete: true) + reasonLines }

    /// The lines about the item itself: its name, type, size, owner, permissions and times.
    package var itemLines: [Line] { headLines + factLines }

    /// The name of the item: bytes, not sanitized.
    package var name: [UInt8] { subject.path.lastComponent.map { Array($0) } ?? Array("Container".utf8) }

    /// What the item is: its name, its type, and the size of all that is in it.
    package var headLines: [Line] {
        var lines = [Line(.heading, name), Line(.text, kindText)]
        if let total = subject.total {
            let items = Pluralized.items(total.items)
            let growing = total.isComplete ? "" : ", still counting"
            lines.append(Line(.text, "\(ByteCount.exact(total.bytes)) in \(items)\(growing)"))
            if total.unreadable > 0 {
                lines.append(Line(.warning, "\(total.unreadable) directories could not be read"))
            }
        }
        return lines
    }

    /// The facts about the item: its owner, permissions, times and links.
    package var factLines: [Line] {
        guard let facts = subject.facts else { return [] }
        var lines: [Line] = []
        if facts.status.knowsAccess {
            let force = facts.isModeInForce ? "" : ", not in force in an archive"
            lines.append(Line(.text, "\(Permissions.text(facts.status)) \(facts.owner):\(facts.group)\(force)"))
        } else {
            lines.append(Self.unknownAccess(facts.status))
        }
        lines += [protectionLine].compactMap(\.self)
        if let original = facts.original {
            let mode = Permissions.text(original.permissions, facts.status.kind)
            lines.append(Line(.text, "\(mode) \(original.user):\(original.group) on the device, as rsync keeps it"))
        }
        lines += facts.accessControlList.map { Line(.text, "ACL: \($0)") }
        lines += facts.times.map { Line(.text, $0) }
        if facts.status.kind != .directory, facts.status.links > 1 {
            lines.append(Line(.text, "\(facts.status.links) hard links"))
        }
        return lines + linkLines
    }

    /// Says what the source of the container does not tell of an item.
    static func unknownAccess(_ status: ItemStatus) -> Line {
        let (mode, place) = status.knowsMode ? (Permissions.text(status), "host") : ("mode ?", "device")
        return Line(
            .text,
            "\(mode), owner ?, exclusion ?, protection class ?: unknown on a \(place); "
                + "the badges follow the rules alone")
    }

    /// The protection class; nil if it is not known.
    var protectionLine: Line? {
        guard let protection = subject.facts?.status.protection, let title = protection.title else { return nil }
        return Line(.text, "protection class \(protection.rawValue), \(title)")
    }

    /// The target of a symbolic link, and where it leads.
    var linkLines: [Line] {
        guard let link = subject.facts?.link else { return [] }
        return [Line(.text, Array("to ".utf8) + link.target), link.destination.line]
    }

    /// What is wrong with this item.
    package var findingLines: [Line] { findings.map { Line(.warning, $0) } }

    /// The purpose of the place.
    package var purposeLine: Line { Line(.text, place.purpose) }

    /// Why rights are not granted, each reason once.
    package var denialLines: [Line] {
        var seen: Set<String> = []
        return columns.compactMap(\.reason?.sentence).filter { seen.insert($0).inserted }.map { Line(.dimmed, $0) }
    }

    /// The warnings that are not the reason of a column, which is stated there.
    var otherWarnings: [String] {
        warnings.map(\.sentence).filter { warning in !columns.contains { $0.reason?.sentence == warning } }
    }

    /// What holds for all items in the place: notes, warnings, the code to get there. Their sources are in `lines`
    /// alone.
    package var adviceLines: [Line] {
        adviceLines(notes: place.notes(at: location.level)) + codeLines(isComplete: false)
    }

    /// Those of `adviceLines` that a reader of many items needs: without the notes on the place in general, and without
    /// the code, which hardly differs between them.
    package var briefAdviceLines: [Line] { adviceLines(notes: []) }

    private func adviceLines(notes: [String]) -> [Line] {
        let sharing = sharing.map { [Line(.text, "File sharing: \($0.text)")] } ?? []
        return sharing + (notes + otherWarnings).map { Line(.dimmed, $0) }
    }

    /// How a programmer gets there: the expressions, the property that excludes it from backups, and the path on a
    /// device.
    /// - Parameter isComplete: Whether older calls are shown after the recommended ones.
    private func codeLines(isComplete: Bool) -> [Line] {
        var lines = code.prefix(isComplete ? code.count : 1).map { Line(.dimmed, "in code: \($0)") }
        if let codeRemark { lines.append(Line(.dimmed, codeRemark)) }
        if let exclusionCode { lines.append(Line(.dimmed, "to exclude it from backups: \(exclusionCode)")) }
        if isComplete, let exclusionKey { lines.append(Line(.dimmed, "to exclude it from backups: \(exclusionKey)")) }
        if let devicePath { lines.append(Line(.dimmed, Array("on a device: ".utf8) + devicePath)) }
        return lines
    }

    /// The property with which the app excludes the item from backups; nil if that is not the app's business.
    var exclusionCode: String? {
        badges.rights.isSuperset(of: [.write, .backup]) && location.place != .preferences ? PlaceAPI.exclusion : nil
    }

    /// The older call for that, with the key that the documents name.
    var exclusionKey: String? { exclusionCode.map { _ in PlaceAPI.exclusionKey } }

    /// Who writes to the place, if no call gives its directory as such; nil without code.
    var codeRemark: String? { code.isEmpty ? nil : RuleBook.standard.codeRemark(for: location.place) }

    var kindText: String {
        if subject.isAbsent { return "not there; if it were:" }
        guard let facts = subject.facts else { return subject.kind.title }
        guard facts.status.kind == .file else { return facts.status.kind.title }
        return "\(subject.signature?.title ?? "file"), \(ByteCount.exact(facts.status.size))"
    }

    var columnLines: [Line] {
        columns.flatMap { column -> [Line] in
            guard badges.isApplicable(column.right) || column.right == .backup else {
                return column.right == .read ? [Line(.text, "— \(text(of: column))")] : []
            }
            let mark = column.isGranted ? String(column.letter) : "·"
            let evidence = column.right == .backup ? evidence.map { "; \($0)" } ?? "" : ""
            var lines = [
                Line(.column(column.right, isGranted: column.isGranted), "\(mark) \(text(of: column))\(evidence)")
            ]
            if let reason = column.reason { lines.append(Line(.dimmed, "  \(reason.sentence)")) }
            return lines
        }
    }

    /// How the container's backup bears on the rule; nil if the container is not from a backup.
    var evidence: String? {
        // Nothing but the manifest says so of what belongs to no app.
        guard badges.isAppApplicable else { return nil }
        return isInBackup.map { isHeld in
            let agrees = isHeld == badges.rights.contains(.backup)
            if agrees { return isHeld ? "this backup holds it" : "this backup does not hold it" }
            return isHeld ? "but this backup holds it" : "but it is not in this backup"
        }
    }

    /// Returns the meaning of a column: "the app may delete it".
    func text(of column: Column) -> String {
        guard badges.isAppApplicable else {
            guard column.right == .backup else { return "it belongs to no app that could read, change or delete it" }
            return isInBackup == false ? "not in this backup" : "in the backup because the manifest lists it"
        }
        guard column.right == .backup else {
            let who = actor == .app ? "the app" : "the \(actor.rawValue)"
            return "\(who) may \(column.isGranted ? "" : "not ")\(column.meaning)"
        }
        if !badges.isBackupApplicable { return "kept in iCloud, not in backups" }
        let meaning = column.isGranted ? column.meaning : "not backed up"
        return isInBackup == nil ? meaning : "by the rules \(meaning)"
    }

    private var purposeLines: [Line] {
        remarks.map { Line(.text, $0) } + [Line(.text, "\(place.title): \(place.purpose)")]
    }

    private var reasonLines: [Line] {
        var lines: [Line] = []
        lines += place.notes(at: location.level).map { Line(.text, $0) }
        if let sharing { lines.append(Line(.text, "File sharing: \(sharing.text)")) }
        lines += otherWarnings.map { Line(.warning, $0) }
        lines += contradictions.flatMap { $0.lines.map { Line(.warning, $0) } }
        lines += placeCitations.map { Line(.dimmed, $0.text) }
        lines += statements.map { Line(.dimmed, $0.text) }
        lines += citations.map { Line(.dimmed, $0.text) }
        return lines
    }
}

extension LinkDestination {
    /// Where the link leads, as text.
    fileprivate var line: Explanation.Line {
        switch self {
        case .inside(let path, let kind):
            Explanation.Line(.dimmed, Array("leads to the \(kind.title) ".utf8) + path.bytes)
        case .outside: Explanation.Line(.warning, "leads out of the container; it is not entered")
        case .absolute: Explanation.Line(.warning, "an absolute path of the device; it is not entered")
        case .missing: Explanation.Line(.warning, "leads to nothing")
        case .loop: Explanation.Line(.warning, "a cycle of symbolic links")
        case .unreadable: Explanation.Line(.warning, "its target cannot be read")
        }
    }
}

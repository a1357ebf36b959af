import ContainerModel

extension SealReport {
    /// Whether an item is reported without being asked for: anything but intact and unsealed items.
    private static func isTold(_ item: Item) -> Bool { item.status.isBroken || item.status == .unreadable }

    /// Returns the report as lines of text, broken items first; not sanitized.
    /// - Parameter all: Whether intact and unsealed items also have lines.
    package func lines(all: Bool) -> [String] {
        var lines = items.filter { all || Self.isTold($0) }.map(\.line)
        if !lines.isEmpty { lines.append("") }
        for bundle in bundles { lines += bundle.lines(of: subject) }
        for problem in unreadable { lines.append("cannot be read: \(problem.sentence)") }
        lines.append(summary)
        return lines + notChecked.map { "not checked: \($0)" }
    }

    /// The result in a sentence without a full stop: "the seal is intact: 14 items intact, 3 unsealed".
    package var summary: String {
        let counts = counts
        let parts = [SealStatus.altered, .added, .missing, .unreadable, .intact, .unsealed].compactMap { status in
            let count = counts[status.rawValue] ?? 0
            return count == 0 ? nil : "\(ByteCount.grouped(UInt64(count))) \(status.rawValue)"
        }
        if unreadable.isEmpty, items.allSatisfy({ $0.status == .unsealed }) {
            return "no \(subject.sealNoun): \(parts.joined(separator: ", "))"
        }
        let result = isIntact ? "intact" : unreadable.isEmpty ? "broken" : "not readable"
        return "\(subject.sealNoun) \(result): \(parts.joined(separator: ", "))"
    }
}

extension SealReport.Subject {
    /// What protects it.
    fileprivate var sealNoun: String { self == .bundle ? "seal" : "signature" }
}

extension SealReport.Item {
    /// "altered   en.lproj/Tides.strings: its SHA-256 differs".
    fileprivate var line: String {
        aligned(status.rawValue, to: 10) + "  " + path
            + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
    }
}

extension SealReport.Unreadable {
    /// The file, its problem, and the place of the problem.
    package var sentence: String { "\(path): \(message)" + (offset.map { " (at byte \($0))" } ?? "") }
}

extension SealReport.Bundle {
    fileprivate func lines(of subject: SealReport.Subject) -> [String] {
        let name = path == "." ? identifier ?? "bundle" : path
        let absence = subject == .bundle ? "no resource seal" : subject.rawValue
        let seal =
            isSealed ? "\(Pluralized.some(sealedItems, "sealed item")) (version \(sealVersion ?? 0))" : absence
        return ["\(name): \(seal)"] + code.flatMap { $0.lines.map { "  " + $0 } }
    }
}

extension SealReport.Code {
    fileprivate var lines: [String] {
        guard isSigned else {
            return ["\(architecture): " + (objects.map { Pluralized.some($0, "object file") } ?? "not signed")]
        }
        let signer =
            isAdHoc == true
            ? "ad hoc"
            : hasCertificateSignature == true
                ? "signed with a certificate" + (team.map { ", team \($0)" } ?? "")
                : "without a certificate's signature"
        let head = "\(architecture): \(signer), \(algorithms.joined(separator: " and "))"
        let intact = parts.filter { $0.status == .intact }.map(\.name)
        let others = parts.filter { $0.status != .intact }.map {
            "\($0.name) \($0.status.rawValue)" + ($0.reason.isEmpty ? "" : " (\($0.reason))")
        }
        let pageWords = Pluralized.some(pages, "code page")
        return [
            "\(head); \(pageWords)"
                + (intact.isEmpty ? "" : "; intact: \(intact.joined(separator: ", "))")
                + (others.isEmpty ? "" : "; \(others.joined(separator: "; "))")
        ]
    }
}

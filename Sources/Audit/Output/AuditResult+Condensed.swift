import ContainerModel

/// Many items of one container that could not be examined, as one finding.
extension AuditResult {
    /// The most findings of a kind in a container that are told one by one.
    private static let maxSingle = 20
    /// The names and the reasons that a finding about many items has.
    private static let minimum = 3

    /// What findings about many items have in common.
    private struct Kind: Hashable {
        let rule: AuditRule
        let container: Int
    }

    /// Returns the result with one finding in place of many that say that items could not be examined. `unexamined`
    /// keeps all of them.
    /// - Parameter masked: Returns a path without names that are secrets.
    func condensed(_ masked: ([UInt8]) -> [UInt8]) -> AuditResult {
        var kinds: [Kind: [Finding]] = [:]
        for finding in findings where finding.rule.subject == .file {
            kinds[Kind(rule: finding.rule, container: finding.container), default: []].append(finding)
        }
        kinds = kinds.filter { $0.value.count > Self.maxSingle }
        guard !kinds.isEmpty else { return self }
        var result = self
        result.findings = findings.compactMap { finding in
            let kind = Kind(rule: finding.rule, container: finding.container)
            guard let all = kinds[kind] else { return finding }
            return all.first == finding ? Self.summary(of: all, masked) : nil
        }
        return result
    }

    /// Returns one finding for several ones: where all of them are, how many, and the names of the first.
    private static func summary(of findings: [Finding], _ masked: ([UInt8]) -> [UInt8]) -> Finding? {
        guard var finding = findings.first else { return nil }
        let names = findings.prefix(minimum).map { String(decoding: masked($0.path.bytes), as: UTF8.self) }
        let reasons = Dictionary(grouping: findings, by: \.message).mapValues(\.count)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var texts = reasons.prefix(minimum).map { reason, count in
            reasons.count == 1 ? reason : "\(reason) (\(ByteCount.grouped(UInt64(count))))"
        }
        if reasons.count > minimum {
            texts.append("and \(Pluralized.some(reasons.count - minimum, "other reason"))")
        }
        let path = commonAncestor(of: findings.map(\.path))
        finding.message =
            "\(Pluralized.items(findings.count)), such as \(names.joined(separator: ", ")): "
            + texts.joined(separator: "; ")
        return finding.standing(for: findings, at: path)
    }

    /// Returns the deepest directory that contains items.
    private static func commonAncestor(of paths: [ContainerPath]) -> ContainerPath {
        guard var ancestor = paths.first?.parent else { return .root }
        for path in paths {
            while !ancestor.isRoot, !path.isInside(ancestor) { ancestor = ancestor.parent ?? .root }
        }
        return ancestor
    }
}

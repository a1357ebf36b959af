import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs
import Reports

/// The state of each item of a bundle while it is compared with its seals.
struct SealComparison {
    /// A seal's expectation of a file.
    private struct Expectation {
        let entry: Int
        let item: ResourceSeal.Item
        let bundle: ContainerPath
    }

    let survey: SealSurvey
    let root: ContainerPath
    private let tree: any FileTree
    /// The items by their paths.
    let indices: [ContainerPath: Int]
    private var statuses: [SealStatus?]
    private var reasons: [[String]]
    private var missing: [ContainerPath: [String]] = [:]
    private var expectations: [Expectation] = []
    private var wanted: [Int: SealHashing.Wanted] = [:]
    private var order: [Int] = []
    private var bundles: [SealReport.Bundle] = []
    private var unreadable: [SealReport.Unreadable] = []
    private var hasRequirements = false
    private var allowance: SealAllowance
    /// The bundles by their paths.
    private let nested: [ContainerPath: SealedBundle]

    init(
        _ survey: SealSurvey, below root: ContainerPath, in tree: any FileTree, _ bundles: [SealedBundle],
        _ allowance: SealAllowance
    ) {
        (self.survey, self.root, self.tree, self.allowance) = (survey, root, tree, allowance)
        nested = Dictionary(bundles.map { ($0.place.path, $0) }) { first, _ in first }
        indices = Dictionary(survey.entries.enumerated().map { ($1.path, $0) }) { first, _ in first }
        statuses = Array(repeating: nil, count: survey.entries.count)
        reasons = Array(repeating: [], count: survey.entries.count)
        for failure in survey.failures { mark(failure.path, .unreadable, failure.error.message) }
    }

    /// The files whose digests are needed.
    var wantedFiles: [SealHashing.Wanted] {
        mutating get {
            order = wanted.keys.sorted()
            return order.compactMap { wanted[$0] }
        }
    }

    // MARK: Marking

    mutating func mark(_ path: ContainerPath, _ status: SealStatus, _ reason: String = "") {
        guard let index = indices[path] else {
            if status != .intact { missing[path, default: []].append(reason) }
            return
        }
        mark(index, status, reason)
    }

    /// Notes a status, unless a graver one is known.
    private mutating func mark(_ index: Int, _ status: SealStatus, _ reason: String) {
        guard let known = statuses[index], known.gravity > status.gravity else {
            if let known = statuses[index], known.gravity < status.gravity { reasons[index] = [] }
            if statuses[index] == nil || statuses[index]?.gravity != status.gravity { statuses[index] = status }
            if !reason.isEmpty, !reasons[index].contains(reason) { reasons[index].append(reason) }
            return
        }
    }

    mutating func note(_ path: ContainerPath, _ problem: FileProblem) {
        let shown = path.relative(to: root)?.reportText ?? path.reportText
        unreadable.append(
            SealReport.Unreadable(path: shown, message: problem.message, offset: problem.offset))
        if indices[path] != nil { mark(path, .unreadable, problem.message) }
    }

    /// Notes the parts of a bundle or a library that could not be read.
    mutating func noteProblems(of bundle: SealedBundle) {
        for (path, problem) in bundle.problems { note(path, problem) }
    }

    mutating func add(_ bundle: SealReport.Bundle) { bundles.append(bundle) }

    // MARK: Resource seals

    /// Decides, for each item of a bundle, what its seal expects, until it is cancelled.
    mutating func judge(_ bundle: SealedBundle, _ cancellation: Cancellation) {
        noteProblems(of: bundle)
        guard let seal = bundle.seal else { return }
        let place = bundle.place
        let from = place.path
        /// " by Frameworks/Tide.framework" for a bundle inside of the one that is verified.
        let whose = from == root ? "" : " of \(from.relative(to: root)?.reportText ?? from.reportText)"
        for path in seal.contradictions {
            if let path = ContainerPath(path).map({ from.appending($0) }) {
                mark(path, .altered, "the seal\(whose) has two different SHA-1 digests for it")
            }
        }
        for (bytes, item) in seal.items {
            if cancellation.isCancelled { return }
            // A path that no item can have, such as one with `..`, names nothing.
            guard let path = ContainerPath(bytes: bytes).map({ from.appending($0) }) else { continue }
            guard let index = indices[path] else {
                if !item.isOptional { mark(path, .missing, "sealed\(whose), and not there") }
                continue
            }
            expect(item, of: index, whose, bundle: from)
        }
        let executable = bundle.executablePath?.relative(to: bundle.place.path)
        let matcher = SealRuleMatcher(seal, executable: executable.map { String(decoding: $0.bytes, as: UTF8.self) })
        var skipped: ContainerPath?
        for index in place.entries {
            if cancellation.isCancelled { return }
            let entry = survey.entries[index]
            if let above = skipped, entry.path.isInside(above) { continue }
            skipped = nil
            guard let relative = entry.path.relative(to: from)?.bytes else { continue }
            do throws(FileProblem) {
                let decision = try allowance.matching { () throws(SealRuleMatcher.Exhaustion) in
                    try matcher.decision(on: relative)
                }
                switch decision {
                case .excluded:
                    if entry.kind == .directory { skipped = entry.path }
                case .rule(let rule) where entry.kind == .directory:
                    guard rule.isNested, entry.path.lastComponent?.contains(0x2e) == true else { continue }
                    skipped = entry.path
                    if seal.items[relative] == nil {
                        for inside in descendants(of: index, in: place) {
                            mark(inside, .added, "in code that the seal\(whose) does not list")
                        }
                    }
                case .rule(let rule):
                    guard seal.items[relative] == nil else { continue }
                    if rule.isOmitted {
                        mark(index, .unsealed, "omitted by the rule \(rule.pattern)")
                    } else if seal.version == 1, entry.kind == .link {
                        mark(index, .unsealed, "a seal of version 1 covers no links")
                    } else {
                        mark(index, .added, "not in the seal\(whose)")
                    }
                case .unmatched:
                    guard entry.kind != .directory, seal.items[relative] == nil else { continue }
                    mark(index, .unsealed, "no rule matches it")
                }
            } catch {
                mark(index, .unreadable, error.message)
            }
        }
    }

    private func descendants(of index: Int, in place: SealSurvey.Place) -> [Int] {
        let directory = survey.entries[index].path
        // They follow it in the order of the walk.
        return place.entries[(index + 1)...].prefix { survey.entries[$0].path.isInside(directory) }
            .filter { survey.entries[$0].kind != .directory }
    }

    private mutating func expect(
        _ item: ResourceSeal.Item, of index: Int, _ whose: String, bundle: ContainerPath
    ) {
        let entry = survey.entries[index]
        if item.isNested { return expectNested(item, of: entry, whose) }
        if let target = item.target {
            guard entry.kind == .link else {
                return mark(index, .altered, "sealed\(whose) as a symbolic link, and is a \(entry.kind.title)")
            }
            do throws(FileTreeError) {
                let found = try tree.linkTarget(entry.path)
                let isSame = found == target
                mark(
                    index, isSame ? .intact : .altered,
                    isSame ? "" : "the link leads to \(text(found)), sealed as \(text(target))")
            } catch {
                mark(index, .unreadable, error.message)
            }
            return
        }
        guard entry.kind == .file else {
            return mark(index, .altered, "sealed\(whose) as a file, and is a \(entry.kind.title)")
        }
        expectations.append(Expectation(entry: index, item: item, bundle: bundle))
        var file = wanted[index] ?? SealHashing.Wanted(path: entry.path, size: entry.size, sha1: false, sha256: false)
        if item.sha1 != nil { file.sha1 = true }
        if item.sha256 != nil { file.sha256 = true }
        wanted[index] = file
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Compares the code directories of a nested bundle with the digest in the seal.
    private mutating func expectNested(
        _ item: ResourceSeal.Item, of entry: SealSurvey.Entry, _ whose: String
    ) {
        if item.requirement != nil { hasRequirements = true }
        guard let digest = item.codeDirectory else { return }
        let read: SealedBundle
        let executable: ContainerPath
        if let nested = nested[entry.path] {
            read = nested
            executable = nested.executablePath ?? entry.path
        } else {
            read = SealedBundle(library: entry, in: tree, &allowance)
            executable = entry.path
        }
        let known = read.code.flatMap { $0.signature?.directories ?? [] }.map(\.cdHash)
        let isSame = known.contains(Array(digest.prefix(20)))
        // An image that was not read may be the sealed one.
        if !isSame, let problem = read.problem(of: executable) {
            return mark(executable, .unreadable, problem.message)
        }
        mark(executable, isSame ? .intact : .altered, isSame ? "" : "its code directory is not the one sealed\(whose)")
    }

    /// Compares the digests of files with those in the seals.
    mutating func compare(_ found: [SealHashing.Digests?]) {
        let digests = Dictionary(zip(order, found).compactMap { index, found in found.map { (index, $0) } }) { $1 }
        for expectation in expectations {
            guard let digest = digests[expectation.entry] else { continue }
            if let problem = digest.problem {
                mark(expectation.entry, .unreadable, problem)
                continue
            }
            var differing: [String] = []
            if let sealed = expectation.item.sha1, sealed != digest.sha1 { differing.append("SHA-1") }
            if let sealed = expectation.item.sha256, sealed != digest.sha256 { differing.append("SHA-256") }
            let seal =
                expectation.bundle == root
                ? "the seal" : "the seal of \(expectation.bundle.relative(to: root)?.reportText ?? "")"
            let names = differing.joined(separator: " and ")
            let reason =
                "its \(names) \(differing.count == 1 ? "differs from the one" : "differ from those") in \(seal)"
            mark(
                expectation.entry, differing.isEmpty ? .intact : .altered, differing.isEmpty ? "" : reason)
        }
    }

    // MARK: The report

    /// Returns the report.
    func report(hostPath: [UInt8]) -> SealReport {
        var items: [(path: ContainerPath, item: SealReport.Item)] = []
        func add(_ path: ContainerPath, _ status: SealStatus, _ reasons: [String]) {
            let shown = path.relative(to: root) ?? path
            items.append(
                (
                    path,
                    SealReport.Item(
                        path: shown.reportText, pathBytes: shown.reportBytes, status: status, reasons: reasons,
                        location: path)
                ))
        }
        for (index, entry) in survey.entries.enumerated() where entry.kind != .directory || statuses[index] != nil {
            add(
                entry.path, statuses[index] ?? .unsealed,
                statuses[index] == nil ? ["no seal covers it"] : reasons[index])
        }
        for (path, reasons) in missing {
            var distinct: [String] = []
            for reason in reasons where !reason.isEmpty && !distinct.contains(reason) { distinct.append(reason) }
            add(path, survey.failures.contains { $0.path == path } ? .unreadable : .missing, distinct)
        }
        var report = SealReport(about: hostPath)
        report.items = items.sorted { $0.path < $1.path }.map(\.item)
        report.bundles = bundles
        report.unreadable = unreadable
        if bundles.contains(where: { $0.code.contains(where: \.isSigned) }) {
            report.notChecked.append(
                "the certificate's signature (CMS) and its chain: not verified; an attacker can re-sign")
        }
        if hasRequirements { report.notChecked.append("the requirements of nested code") }
        if survey.isCut { report.notChecked.append("nested code beyond the first 2,000, or 8 levels deep") }
        return report
    }
}

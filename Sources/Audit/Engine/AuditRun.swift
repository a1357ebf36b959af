import Bundles
import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats
import Inspection
package import Jobs
import Search
import Synchronization

/// Examines the containers of an app: what lies where, the contents of all files, the bundles, and all of it together.
package struct AuditRun: Sendable {
    /// The most findings that are kept.
    private static let maxFindings = 50_000
    /// The files that are examined before the walk goes on, so that memory does not depend on the size of the container.
    private static let filesAtOnce = 4_096
    /// The files that are examined before the first findings are told; each time twice as many are.
    private static let filesAtFirst = 192
    /// The files that a thread takes at a time.
    private static let filesInPart = 24

    private let app: AuditedApp
    private let context: AuditContext
    private let isSelected: @Sendable (AuditRule) -> Bool

    /// Prepares an audit.
    /// - Parameter isSelected: Whether the findings of a rule are wanted.
    package init(
        of app: AuditedApp, _ context: AuditContext,
        where isSelected: @escaping @Sendable (AuditRule) -> Bool = { _ in true }
    ) {
        (self.app, self.context, self.isSelected) = (app, context, isSelected)
    }

    /// Examines everything. Blocks until it is done, and uses all cores.
    /// - Parameters:
    ///   - pool: The pool whose threads help the one that examines.
    ///   - partial: Receives what has been found so far, now and then; nil if only the whole is wanted.
    /// - Returns: nil if it was cancelled.
    package func examineAll(on pool: WorkerPool, partial: ((AuditResult) -> Void)? = nil) -> AuditResult? {
        var state = State(batch: partial == nil ? Self.filesAtOnce : Self.filesAtFirst)
        let reading = Reading(isSelected)
        for container in app.containers {
            let others = ContainerFindings(in: container, context, on: pool)
            walk(container, reading, pool, &state, partial)
            for finding in others.wait() {
                if finding.rule == .damaged { state.summary.incomplete += 1 }
                add(finding, &state)
            }
            guard !context.cancellation.isCancelled else { return nil }
        }
        for bundle in app.bundles {
            if bundle.contains(bundle.root), bundle.anatomy.code.images.contains(where: \.isEncrypted) {
                state.summary.notExamined.append(
                    "the code of \(bundle.anatomy.code.name ?? "the executable") is encrypted (FairPlay)")
            }
            for examiner in Examiners.bundles {
                examiner.examine(bundle, context) { if bundle.contains($0.path) { add($0, &state) } }
                guard !context.cancellation.isCancelled else { return nil }
            }
        }
        for container in app.containers where container.isStaticLibrary {
            let name = String(decoding: container.start.lastComponent ?? [], as: UTF8.self)
            state.summary.notExamined.append("the imports and strings of the object files in \(name), a static library")
        }
        for examiner in Examiners.apps { examiner.examine(app, context) { add($0, &state) } }
        guard !context.cancellation.isCancelled else { return nil }
        return result(of: &state)
    }

    /// Returns findings with the badges of their items.
    private func withBadges(_ findings: [Finding]) -> [Finding] {
        var known: [ItemAddress: Badges?] = [:]
        return findings.map { finding in
            guard finding.badges == nil, app.containers.indices.contains(finding.container) else { return finding }
            let container = app.containers[finding.container]
            let address = ItemAddress(container.container.root, finding.path)
            var finding = finding
            if let badges = known[address] {
                finding.badges = badges
            } else {
                var walk = ContainerWalk(of: container.container, from: finding.path, rules: context.rules)
                if case .item(let met)? = walk.next() {
                    finding.badges = AuditedItem(met, in: container, context.rules).badges
                }
                known[address] = .some(finding.badges)
            }
            return finding
        }
    }

    /// What was found so far.
    private struct State {
        let scanners = ScannerPool()
        var findings: [Finding] = []
        var unexamined: [Finding] = []
        var summary = AuditResult.Summary()
        var secretNames: Set<[UInt8]> = []
        var namesLikeStandIns: Set<[UInt8]> = []
        /// The archives of which the bytes besides the items were examined.
        var archives: Set<[UInt8]> = []
        /// The number of files that are examined before the walk goes on.
        var batch: Int
    }

    /// Tells what has been found so far, and lets more files be examined before the next time.
    private func reportPartial(_ partial: (AuditResult) -> Void, _ state: inout State) {
        guard !context.cancellation.isCancelled else { return }
        state.batch = min(state.batch * 2, Self.filesAtOnce)
        partial(result(of: &state))
    }

    private func result(of state: inout State) -> AuditResult {
        state.findings = withBadges(state.findings)
        var result = AuditResult(
            findings: Finding.arranged(state.findings), unexamined: Finding.arranged(state.unexamined),
            summary: state.summary)
        result.secretNames = state.secretNames
        result.namesLikeStandIns = state.namesLikeStandIns
        return result
    }

    private func add(_ finding: Finding, _ state: inout State) {
        if finding.rule.subject == .file { state.unexamined.append(finding) }
        guard isSelected(finding.rule) else { return }
        guard state.findings.count < Self.maxFindings else {
            state.summary.omitted += 1
            return
        }
        state.findings.append(finding)
    }

    // MARK: Items

    private func walk(
        _ container: AuditedContainer, _ reading: Reading, _ pool: WorkerPool, _ state: inout State,
        _ partial: ((AuditResult) -> Void)?
    ) {
        var walk = ContainerWalk(
            of: container.container, from: container.start, rules: context.rules, cancellation: context.cancellation)
        var files: [AuditedItem] = []
        while let step = walk.next() {
            switch step {
            case .leaving: continue
            case .failure(let path, let error):
                state.summary.unreadable += 1
                add(Finding(.unreadable, in: container, at: path, "could not be examined: \(error.reason)"), &state)
            case .item(let met):
                let item = AuditedItem(met, in: container, context.rules)
                state.summary.items += 1
                for examiner in Examiners.items { examiner.examine(item, context) { add($0, &state) } }
                if reading.scans {
                    let found = state.scanners.withOne(context) { $0.examineOutside(of: item, met) }
                    add(found, of: item, &state)
                    if found.isNameSecret { state.secretNames.insert(Array(met.name)) }
                    if met.path.isRoot { examineArchive(of: item, &state) }
                    if SecretNames.isLikeStandIn(met.name) { state.namesLikeStandIns.insert(Array(met.name)) }
                }
                guard reading.isNeeded, met.type == .file, met.status.size > 0, context.isConcerned(item) else {
                    continue
                }
                files.append(item)
                if files.count >= state.batch {
                    examine(files, reading, pool, &state)
                    files.removeAll(keepingCapacity: true)
                    partial.map { reportPartial($0, &state) }
                }
            }
        }
        examine(files, reading, pool, &state)
        partial.map { reportPartial($0, &state) }
    }

    /// Examines what the archive of a container has besides its items, once for all containers in it. A copy of the items,
    /// of which every place is told, does not get that.
    private func examineArchive(of root: AuditedItem, _ state: inout State) {
        guard root.container.container.description.medium != nil, !context.reportsEveryPlace,
            let archive = TreeFile.find(root.container.container.root.hostPath)?.0,
            state.archives.insert(archive.hostPath).inserted
        else { return }
        var found = SecretScanner.Outcome()
        state.scanners.withOne(context) { scanner in
            do throws(FileTreeError) {
                found = try scanner.examineArchive(of: root)
            } catch {
                found.problems = [ContentsProblem(message: error.reason, isIncomplete: true)]
            }
        }
        add(found, of: root, &state)
    }

    private func add(_ found: SecretScanner.Outcome, of item: AuditedItem, _ state: inout State) {
        let damage = found.damage(of: item, &state.summary)
        for finding in found.findings + [damage].compactMap(\.self) { add(finding, &state) }
        state.summary.omitted += found.omitted
    }

    // MARK: Contents

    /// What is read of the files.
    private struct Reading: Sendable {
        /// Whether they are searched for secrets.
        let scans: Bool
        /// The examiners of files whose findings are wanted.
        let examiners: [any FileExaminer]

        /// - Parameter isSelected: Whether the findings of a rule are wanted.
        init(_ isSelected: (AuditRule) -> Bool) {
            scans = (AuditRule.secrets + AuditRule.files + [.weakProtection]).contains(where: isSelected)
            examiners = Examiners.files.filter { $0.rules.contains(where: isSelected) }.map(\.examiner)
        }

        var isNeeded: Bool { scans || !examiners.isEmpty }
    }

    /// The results in some files.
    private struct Part: Sendable {
        var findings: [Finding] = []
        var summary = AuditResult.Summary()
    }

    private func examine(
        _ files: [AuditedItem], _ reading: Reading, _ pool: WorkerPool, _ state: inout State
    ) {
        let context = context
        let scanners = state.scanners
        let parts = pool.inParts(of: files.count, size: Self.filesInPart, cancellation: context.cancellation) { range in
            var part = Part()
            scanners.withOne(context) { scanner in
                for index in range where !context.cancellation.isCancelled {
                    Self.examine(files[index], reading, by: scanner, context, &part)
                }
            }
            return part
        }
        for part in parts ?? [] {
            for finding in part.findings { add(finding, &state) }
            state.summary.files += part.summary.files
            state.summary.bytes = state.summary.bytes.addingReportingOverflow(part.summary.bytes).partialValue
            state.summary.unreadable += part.summary.unreadable
            state.summary.incomplete += part.summary.incomplete
            state.summary.omitted += part.summary.omitted
        }
    }

    private static func examine(
        _ item: AuditedItem, _ reading: Reading, by scanner: SecretScanner, _ context: AuditContext,
        _ part: inout Part
    ) {
        let tree = item.container.container.tree
        context.meter.beginItem(item.name)
        defer { context.meter.add(files: 1, bytes: item.status.size) }
        // A log or an index that is named without its database is examined itself, and all files have bytes.
        guard
            item.path == item.container.start || context.layerSearch != nil
                || !DocumentSource.isReadWithDatabase(item.path, in: tree, cancellation: context.cancellation)
        else { return }
        do throws(FileTreeError) {
            // What there is of it is examined; that it is shorter or longer than its record says is among the problems.
            let source = try DocumentSource(remainsOf: item.path, in: tree)
            for examiner in reading.examiners {
                examiner.examine(source, of: item, context) { part.findings.append($0) }
            }
            guard reading.scans else { return }
            let found = try scanner.examine(source, of: item)
            part.findings += found.findings
            if let weak = weakProtection(of: item, found.findings) { part.findings.append(weak) }
            part.summary.omitted += found.omitted
            part.summary.files += 1
            part.summary.bytes = part.summary.bytes.addingReportingOverflow(item.status.size).partialValue
            if let damage = found.damage(of: item, &part.summary) { part.findings.append(damage) }
        } catch {
            // It may have been removed since it was listed.
            guard error.code != .notFound else { return }
            part.summary.unreadable += 1
            part.findings.append(Finding(.unreadable, in: item.container, at: item.path, error.reason))
        }
    }

    /// Returns the finding of a file with secrets that is readable once the device was unlocked.
    private static func weakProtection(of item: AuditedItem, _ findings: [Finding]) -> Finding? {
        guard item.protection == .completeUntilFirstUserAuthentication,
            findings.contains(where: { $0.severity > .note && $0.rule.subject == .secret })
        else { return nil }
        return Finding(
            .weakProtection, in: item.container, at: item.path,
            "secrets in a file that can be read from the first unlock on, even while the device is locked")
    }
}

extension AuditedItem {
    /// Creates an item from one that was met in a walk.
    init(_ met: ContainerWalk.Item, in container: AuditedContainer, _ rules: RuleBook) {
        var status = met.status
        // A copy of an item of a backup keeps its class in an attribute.
        if status.kind == .file, met.directory.attributeNames(of: met.name).contains(ProtectionAttribute.name),
            let number = met.directory.attribute(ProtectionAttribute.name, of: met.name).flatMap({
                ProtectionAttribute.number($0)
            })
        {
            status = status.protected(by: ProtectionClass(number: number))
        }
        let exclusion = met.exclusion()
        let item = Item(
            met.path, in: container.kind, type: met.type, exclusion: exclusion, protection: status.protection)
        self.init(
            container: container, path: met.path, status: status, location: met.location, exclusion: exclusion,
            badges: rules.badges(of: item, at: met.location, as: .app, app: container.app, state: DeviceState()),
            backup: rules.backupStatus(at: met.location, exclusion: exclusion))
    }
}

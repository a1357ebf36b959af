import ContainerModel
import Copying
import FileTree
import Formats
import Jobs
import System

/// Removes values from a package that is being made, until an examination finds none.
///
/// A value is replaced in all files of the package, not only where it was found. A file that cannot be rewritten is left
/// out.
struct PackageMasking {
    /// The most examinations; from `patience` on, files in which something is found are left out.
    private static let maxRounds = 8
    private static let patience = 4
    /// The largest file that is rewritten in memory, in bytes.
    private static let largest = 64 << 20

    private let new: NewDirectory
    /// Where the package is in the new directory, and the container: in it, or the same.
    private let (package, container): (ContainerPath, ContainerPath)
    private let cancellation: Cancellation
    private let files: MaskedFiles
    /// The numbers of the values.
    private var numbers: [[UInt8]: Int] = [:]
    /// The values and the names of values that were found in each file.
    private var found: Found = [:]
    /// The databases that were written anew, with the numbers of values that were known then.
    private var rewritten: [ContainerPath: [Int]] = [:]
    /// The files to examine again, by their paths from the container's root; nil for all. What the others have was
    /// examined with the same bytes.
    private var concerned: Set<ContainerPath>?
    private(set) var report = MaskingReport()

    init(
        _ new: NewDirectory, at package: ContainerPath, container: ContainerPath, _ cancellation: Cancellation
    ) {
        (self.new, self.package, self.container, self.cancellation) = (new, package, container, cancellation)
        files = MaskedFiles(new.directory)
    }

    /// Masks everything.
    /// - Throws: `PackingError` if a value remains, if something cannot be written, or if it was cancelled.
    mutating func maskPackage(_ examine: MaskedPackage.Examination) throws(PackingError) {
        for round in 0..<Self.maxRounds {
            let plan = try plan(.contents(of: concerned), examine)
            guard !cancellation.isCancelled else { throw PackingError.cancelled }
            if plan.entries.isEmpty, round > 0 { return try finish(examine) }
            // A value may be at several places in a file.
            let before = found
            concerned = plan.isCutOff ? nil : []
            for entry in plan.entries { try learn(entry, before, isLate: round >= Self.patience) }
            try maskAll()
        }
        throw PackingError(.unsuitable, "secrets remain in it after all attempts to mask them; nothing was made")
    }

    /// Leaves out the files in which something remains that an attacker would find.
    private mutating func finish(_ examine: MaskedPackage.Examination) throws(PackingError) {
        let values = SecretValues(everywhere)
        let plan = try plan(.bytes(holding: values), examine)
        for entry in plan.entries {
            try leaveOut(
                root(of: entry).appending(entry.path),
                entry.reason ?? "a secret is in it in a form that is not rewritten")
        }
        let searched = plan.searched.map { ($0.isBesideContainer ? package : container).appending($0.path) }
        try verify(values, besides: Set(searched))
        maskReport()
    }

    /// The most items that look the same in the report.
    private static let maxEqual = 10_000

    /// Masks the values in the paths and reasons of the report: what was left out early has its own path.
    private mutating func maskReport() {
        let values = SecretValues(everywhere)
        guard !values.isEmpty else { return }
        func masked(_ text: [UInt8]) -> [UInt8] {
            if let plain = values.masked(text: text) { return plain }
            return Self.holds(text, values) ? Array("…".utf8) : text
        }
        var files: [ContainerPath: MaskingReport.Treatment] = [:]
        for (path, treatment) in report.files.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }) {
            var treatment = treatment
            if case .leftOut(let reason) = treatment {
                treatment = .leftOut(String(decoding: masked(Array(reason.utf8)), as: UTF8.self))
            }
            let names = path.components.map { masked(Array($0)) }
            var shown = ContainerPath(bytes: Array(names.joined(separator: [0x2f]))) ?? path
            // Two items may look the same now.
            var number = 2
            while files[shown] != nil, number < Self.maxEqual {
                shown =
                    ContainerPath(bytes: Array(names.joined(separator: [0x2f])) + Array(" (\(number))".utf8)) ?? path
                number += 1
            }
            files[shown] = treatment
        }
        report.files = files
        report.removedAttributes = report.removedAttributes.map { ($0.path, masked($0.name)) }
    }

    private func root(of entry: MaskingPlan.Entry) -> ContainerPath { entry.isBesideContainer ? package : container }

    /// Where a copy of the list beside the container is examined.
    private static let beside: ContainerPath = ".sandglass-examining"

    private func plan(
        _ scope: MaskingScope, _ examine: MaskedPackage.Examination
    ) throws(PackingError) -> MaskingPlan {
        let list = package.appending(PackageLayout.information)
        guard container != package, (try? new.directory.status(list))?.kind == .file else {
            return try examine(new.hostPath(of: package), nil, scope)
        }
        try new.makeDirectories(Self.beside)
        defer { try? files.remove(Self.beside) }
        let copy = Self.beside.appending(PackageLayout.information)
        _ = try new.makeFile(copy, permissions: 0o600)
        try files.replace(copy, with: try files.open(list))
        return try examine(new.hostPath(of: package), new.hostPath(of: Self.beside), scope)
    }

    private typealias Found = [ContainerPath: (values: Set<[UInt8]>, names: Set<String>)]

    /// Notes a value, or leaves the file out.
    /// - Parameter before: What earlier examinations found.
    private mutating func learn(
        _ entry: MaskingPlan.Entry, _ before: Found, isLate: Bool
    ) throws(PackingError) {
        let path = root(of: entry).appending(entry.path)
        examineAgain(path)
        guard let value = entry.value, !value.isEmpty else {
            return try leaveOut(path, entry.reason ?? "all of it counts as a secret")
        }
        guard !isLate, before[path]?.values.contains(value) != true else {
            return try leaveOut(path, "a secret in it could not be replaced")
        }
        found[path, default: ([], [])].values.insert(value)
        if let name = entry.address.last {
            found[path]?.names.insert(String(decoding: name, as: UTF8.self).lowercased())
        }
        if numbers[value] == nil { numbers[value] = numbers.count + 1 }
    }

    /// Lets a file be examined again, since it changes, or since something is found in it.
    private mutating func examineAgain(_ path: ContainerPath) {
        guard concerned != nil, let path = path.relative(to: container) else { return }
        concerned?.insert(path)
        // The contents of a log are those of its database.
        guard let name = path.lastComponent, let database = Companion.database(of: name),
            let owner = (path.parent ?? .root).appending(name: database)
        else { return }
        concerned?.insert(owner)
    }

    // MARK: Paths

    /// Returns the path of a file for the report.
    private func reported(_ path: ContainerPath) -> ContainerPath {
        for root in [container, package] where path.isInside(root) && path != root && !root.isRoot {
            return ContainerPath(bytes: path.bytes.dropFirst(root.bytes.count + 1)) ?? path
        }
        return path
    }

    /// - Parameter name: The path as it is reported; nil for its own.
    private mutating func leaveOut(
        _ path: ContainerPath, _ reason: String, named name: ContainerPath? = nil
    ) throws(PackingError) {
        let isDatabase = (try? files.open(path))?.isDatabase ?? false
        try files.remove(path)
        if isDatabase {
            for sidecar in sidecars(of: path) {
                try files.remove(sidecar)
                report.files[reported(sidecar)] = .leftOut("it belongs to the database, which is left out")
            }
        }
        report.files[reported(name ?? path)] = .leftOut(reason)
    }

    /// Returns the files that a database has beside it.
    private func sidecars(of database: ContainerPath) -> [ContainerPath] {
        DatabaseFile.sidecars(of: database).filter { (try? new.directory.status($0))?.kind == .file }
    }

    // MARK: Masking

    /// The values that are looked for in all files.
    private var everywhere: [SecretValues.Value] {
        numbers.map { SecretValues.Value($0.key, number: $0.value) }.filter(\.isUnmistakable)
    }

    /// Returns the values that are looked for in a file: those that are everywhere, and its own.
    private func values(of path: ContainerPath, besides common: SecretValues) -> SecretValues {
        let own = (found[path]?.values ?? []).map { SecretValues.Value($0, number: numbers[$0] ?? 0) }
            .filter { !$0.isUnmistakable }
        return own.isEmpty ? common : common.adding(own)
    }

    private mutating func maskAll() throws(PackingError) {
        let common = SecretValues(everywhere)
        for path in try items() {
            guard !cancellation.isCancelled else { throw PackingError.cancelled }
            // It may have been a sidecar of a database.
            guard let status = try? new.directory.status(path) else { continue }
            if let name = path.lastComponent, Self.holds(Array(name), common) {
                let masked = Self.masked(path, common)
                guard status.kind == .directory else {
                    try leaveOut(path, "a secret is in its name", named: masked)
                    continue
                }
                let renamed = try files.rename(path, like: masked)
                follow(path, to: renamed)
                concerned = nil
                report.files[reported(renamed)] = .renamed("a secret was in its name")
                // What is in it has other paths now.
                return try maskAll()
            }
            for name in try files.removeAttributes(of: path, holding: common) {
                report.removedAttributes.append((reported(path), name))
            }
            switch status.kind {
            case .file: try mask(path, values(of: path, besides: common))
            case .link:
                let target = (try? files.target(of: path)) ?? []
                if Self.holds(target, common) { try leaveOut(path, "a secret is in its target") }
            default: break
            }
        }
    }

    /// Lets what is known of the items in a directory follow them.
    private mutating func follow(_ old: ContainerPath, to new: ContainerPath) {
        func moved(_ path: ContainerPath) -> ContainerPath {
            path.relative(to: old).map { new.appending($0) } ?? path
        }
        found = Dictionary(found.map { (moved($0.key), $0.value) }) { first, _ in first }
        rewritten = Dictionary(rewritten.map { (moved($0.key), $0.value) }) { first, _ in first }
        let (oldReported, newReported) = (reported(old), reported(new))
        report.files = Dictionary(
            report.files.map { path, treatment in
                (path.relative(to: oldReported).map { newReported.appending($0) } ?? path, treatment)
            }
        ) { first, _ in first }
    }

    /// Returns the path as it can be reported where its last name holds a secret.
    private static func masked(_ path: ContainerPath, _ values: SecretValues) -> ContainerPath {
        let parent = path.parent ?? .root
        guard case .masked(let name) = Masking.mask(Array(path.lastComponent ?? []), values),
            let masked = parent.appending(name: name), !values.areHeld(by: name)
        else { return parent.appending(name: "…".utf8) ?? parent }
        return masked
    }

    /// Returns the items of the package; directories come before what is in them.
    private func items() throws(PackingError) -> [ContainerPath] {
        var walk = TreeWalk(of: new.directory, start: package)
        var paths: [ContainerPath] = []
        while let step = walk.next() {
            switch step {
            case .item(let item) where item.path != package: paths.append(item.path)
            case .item, .leaving: continue
            case .failure(let path, let error): throw PackingError(error, "read", reported(path))
            }
        }
        return paths
    }

    private mutating func mask(_ path: ContainerPath, _ values: SecretValues) throws(PackingError) {
        let file = try files.open(path)
        if file.isDatabase { return try maskDatabase(path, file, values) }
        var isConcerned = found[path] != nil
        if !isConcerned { isConcerned = try files.holds(file, path, values) }
        guard isConcerned else { return }
        guard let bytes = try files.bytes(file, path, limit: Self.largest) else {
            guard try files.holds(file, path, values) else { return }
            return try leaveOut(path, "it is too large to be rewritten")
        }
        switch Masking.mask(bytes, values) {
        case .unchanged: break
        case .masked(let masked):
            try files.replace(path, with: masked)
            examineAgain(path)
            report.files[reported(path)] = .masked()
        case .impossible(let reason): try leaveOut(path, reason)
        }
    }

    private mutating func maskDatabase(
        _ path: ContainerPath, _ file: Descriptor, _ values: SecretValues
    ) throws(PackingError) {
        let known = [numbers.count, found[path]?.values.count ?? 0]
        guard rewritten[path] != known else { return }
        rewritten[path] = known
        let database = DatabaseFile(path, file, in: new, files, cancellation)
        let sidecars = sidecars(of: path)
        do throws(DatabaseFile.Failure) {
            let result = try database.rewrite(values, numbersIn: found[path]?.names ?? [])
            for sidecar in sidecars {
                report.files[reported(sidecar)] = .leftOut("the database was written anew, with what its log has")
            }
            examineAgain(path)
            var removed = result.removedTables
            if case .masked(let before)? = report.files[reported(path)] {
                removed = before + removed
            } else if !result.isMasked {
                report.files[reported(path)] = .rewritten
                return
            }
            report.files[reported(path)] = .masked(without: removed)
        } catch {
            if case .packing(let error) = error { throw error }
            guard case .impossible(let reason) = error else { return }
            var isHeld = found[path] != nil
            if !isHeld {
                isHeld = try database.holds(values)
            }
            if isHeld { return try leaveOut(path, reason) }
            report.files[reported(path)] = .kept(reason)
        }
    }

    // MARK: Verification

    /// Leaves out the files that hold a value in any form, and counts those that are as they were.
    /// - Parameter searched: The files of which all that can be decoded was searched for the values.
    private mutating func verify(
        _ values: SecretValues, besides searched: Set<ContainerPath>
    ) throws(PackingError) {
        for path in try items() {
            guard !cancellation.isCancelled else { throw PackingError.cancelled }
            guard let status = try? new.directory.status(path), status.kind == .file else { continue }
            if try files.holds(try files.open(path), path, values) {
                throw PackingError(
                    .unsuitable, "a secret remains in \(reported(path)); nothing was made", at: reported(path))
            }
            if !searched.contains(path), let reason = try files.hides(try files.open(path), path, values) {
                try leaveOut(path, reason)
                continue
            }
            report.remaining.files += 1
            report.remaining.bytes += status.size
            if report.files[reported(path)] == nil, path.isInside(container) {
                report.wholeFiles += 1
            }
        }
    }

    /// Whether a name or a target holds a value in any form.
    private static func holds(_ bytes: [UInt8], _ values: SecretValues) -> Bool {
        guard !values.isEmpty else { return false }
        var isHeld = values.areHeld(by: bytes)
        var layers = HiddenLayers(maxBytes: 1 << 20, isText: true)
        if !isHeld {
            layers.forEach(in: bytes) { layer in
                isHeld = values.areHeld(by: layer)
                return !isHeld
            }
        }
        return isHeld
    }
}

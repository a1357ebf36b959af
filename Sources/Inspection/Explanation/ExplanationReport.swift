package import ContainerModel
package import ContainerStore
package import FileTree
package import FoundationEssentials
import Reports

extension Explanation {
    /// Examines and explains an item of a container, which need not exist.
    /// - Throws: `FileTreeError` if the item exists but cannot be examined.
    package init(
        of path: ContainerPath,
        in container: Container,
        as actor: ActingParty,
        state: DeviceState = DeviceState()
    ) throws(FileTreeError) {
        var subject = Subject(path: path, kind: .directory, isAbsent: true)
        var names = AccountNames()
        let directory = path.parent ?? .root
        do throws(FileTreeError) {
            let handle = try container.tree.directory(at: directory)
            let facts = try EntryFacts(
                of: path.lastComponent ?? [], in: handle, at: directory, tree: container.tree, names: &names,
                access: AppAccess(around: path, of: container.tree), exclusions: container.exclusions
            )
            container.keepExclusions()
            subject = Subject(
                path: path,
                kind: facts.status.kind,
                facts: facts,
                covering: path.isRoot ? [] : ExclusionReader.coveringExclusion(of: directory, in: container.tree)
            )
            if facts.status.kind == .file, let name = path.lastComponent,
                handle.isFoldedAppleDouble(name, size: facts.status.size)
            {
                subject.attributeOwner = AppleDoubleName.file(of: name).map { Array($0) }
            }
        } catch {
            guard error.code == .notFound else { throw error }
            let description = container.description
            let type = RuleBook.standard.typeIfAbsent(
                path, in: description.kind, bundleIdentifier: description.app.identifier)
            subject.kind = type == .directory ? .directory : .file
            subject.permitted = AppAccess(around: path, of: container.tree).permittedForNewItem
            subject.covering = ExclusionReader.coveringExclusion(of: directory, in: container.tree)
        }
        self.init(of: subject, in: container.description, as: actor, state: state)
    }

    /// The explanation for JSON output. JSON keys are stable.
    package var report: Report {
        Report(
            path: subject.path.reportText,
            pathBytes: subject.path.reportBytes,
            exists: !subject.isAbsent,
            kind: subject.kind.title,
            actor: actor.rawValue,
            place: location.place.rawValue,
            level: location.level.rawValue,
            badges: badges.description,
            flags: badges.flags.names,
            inBackup: isInBackup,
            exclusionLost: subject.facts?.hasLostExclusion ?? false,
            item: subject.facts.map { Report.Details($0) },
            columns: columns.map { column in
                Report.Column(
                    letter: String(column.letter),
                    granted: column.isGranted,
                    text: text(of: column),
                    rule: column.reason?.name,
                    reason: column.reason?.sentence
                )
            },
            remarks: remarks,
            title: place.title,
            purpose: place.purpose,
            notes: place.notes(at: location.level),
            warnings: warnings.map(\.sentence),
            sources: place.sources.map(\.rawValue),
            code: code,
            codeRemark: codeRemark,
            exclusionCode: exclusionCode,
            exclusionKey: exclusionKey,
            devicePath: devicePath.map { String(decoding: $0, as: UTF8.self) },
            devicePathBytes: devicePath.flatMap { bytesUnlessText($0) },
            sharing: sharing,
            quotations: placeCitations,
            passages: citations,
            statements: statements,
            contradictions: contradictions
        )
    }

    /// The output of `explain` as JSON.
    package struct Report: Encodable, Sendable {
        /// One of the four columns.
        package struct Column: Encodable, Sendable {
            /// The letter of the column.
            package let letter: String
            /// Whether the column is granted.
            package let granted: Bool
            /// The meaning of the column for this item and actor.
            package let text: String
            /// The rule that denies the column, or turns the operation into something else.
            package let rule: String?
            /// The rule in one sentence.
            package let reason: String?
        }

        /// The path from the container's root; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// Whether the item exists.
        package let exists: Bool
        /// The type of the item: `directory`, `file`, `symbolic link`, …
        package let kind: String
        /// The acting party.
        package let actor: String
        /// The place whose rules apply.
        package let place: String
        /// `directory` if the item is the place itself, otherwise `contents`.
        package let level: String
        /// The four columns, `RW·B`.
        package let badges: String
        /// `purgeable`, `excluded`, `excluded-above`, `shared`, `protected`.
        package let flags: [String]
        /// Whether the backup that the container is from holds the item; omitted for any other container.
        package let inBackup: Bool?
        /// Whether the item had the attribute when last examined, and lost it in a rewrite.
        package let exclusionLost: Bool
        /// The item itself; nil if it does not exist.
        package let item: Details?
        /// The columns in display order.
        package let columns: [Column]
        /// The meaning of the flags, and whether the item lost its exclusion.
        package let remarks: [String]
        /// The name of the place.
        package let title: String
        /// The purpose of the place.
        package let purpose: String
        /// Notes about the place.
        package let notes: [String]
        /// Warnings about the place.
        package let warnings: [String]
        /// The documents that state the rules of the place.
        package let sources: [String]
        /// Expressions of Swift with which the app finds the item, the recommended one first.
        package let code: [String]
        /// Who writes to the place, if no call gives its directory as such.
        package let codeRemark: String?
        /// The property with which the app excludes the item from backups, if it is backed up and the app may change
        /// it.
        package let exclusionCode: String?
        /// The older call for that, with its key.
        package let exclusionKey: String?
        /// The path of the item on a device, with `[UUID]` for a name that only the device knows.
        package let devicePath: String?
        /// The bytes of a device path that is not UTF-8: base64 in JSON.
        package let devicePathBytes: Data?
        /// Which apps show it to the user, for Documents.
        package let sharing: SharingSummary?
        /// Their statements, with the columns that each sentence is about.
        package let quotations: [PlaceCitation]
        /// Their statements about the reasons for the columns and the warnings.
        package let passages: [Citation]
        /// Their statements about the use of the place, which decide no column.
        package let statements: [PlaceStatement]
        /// Where documents contradict each other or real data, with both sides.
        package let contradictions: [Contradiction]
    }
}

package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats

/// An item's badges and details, with the reasons: the contents of the right pane and `explain`.
package struct Explanation: Sendable {
    /// The item to explain.
    package struct Subject: Sendable {
        /// The path of the item.
        package var path: ContainerPath
        /// The type of the item, or the type it would have.
        package var kind: ItemKind
        /// The details; nil if the item does not exist or has not been examined.
        package var facts: EntryFacts?
        /// The type of a file, if its first bytes were read apart from the other details.
        package var signature: FileSignature?
        /// The kinds of backup that the directories above exclude it from.
        package var covering: BackupKinds
        /// Whether it is a standard directory that does not exist.
        package var isAbsent: Bool
        /// The rights that mode, owner and access control list of the directories above do not deny, for an item
        /// without details.
        package var permitted = Rights.unrestricted
        /// The size below it, for a directory that has been counted.
        package var total: DirectoryTotal?
        /// The name of the item beside it whose attributes it holds, for an AppleDouble file that is nothing else.
        package var attributeOwner: [UInt8]?

        /// Creates a subject; by default, one with only a path and a type.
        package init(
            path: ContainerPath,
            kind: ItemKind,
            facts: EntryFacts? = nil,
            signature: FileSignature? = nil,
            covering: BackupKinds = [],
            isAbsent: Bool = false,
            total: DirectoryTotal? = nil
        ) {
            self.path = path
            self.kind = kind
            self.facts = facts
            self.signature = signature ?? facts?.signature
            self.covering = covering
            self.isAbsent = isAbsent
            self.total = total
        }
    }

    /// One of the four columns, and the reason for it.
    package struct Column: Sendable {
        /// The right that the column is about.
        package let right: Rights
        /// The letter of the column.
        package let letter: Character
        /// Whether the letter is shown instead of a dot.
        package let isGranted: Bool
        /// The meaning of the column for this item: "read it".
        package let meaning: String
        /// The rule, if the column is not granted or something else happens instead.
        package let reason: Rule?
    }

    /// The item.
    package let subject: Subject
    /// The place whose rules apply, and whether the item is the place itself.
    package let location: Location
    /// The rules of that place.
    package let place: PlaceRule
    /// The four columns and the flags.
    package let badges: Badges
    /// The columns in display order.
    package let columns: [Column]
    /// The meaning of the flags next to the columns, and then the findings.
    package let remarks: [String]
    /// What is wrong with this item: it has lost its exclusion from backups, or is of another type than its place
    /// needs.
    let findings: [String]
    /// Warnings about operations that are permitted but discouraged.
    package let warnings: [Rule]
    /// Expressions of Swift with which the app finds the item, the recommended one first.
    package var code: [String] { rules.code(for: item, at: location, identifier: container.app.identifier) }
    /// The path of the item on a device: bytes, not sanitized; nil for a system container.
    package var devicePath: [UInt8]? { container.devicePath(of: subject.path) }
    /// Which apps show it to the user; nil unless it is the directory that file sharing shows.
    package let sharing: SharingSummary?
    /// The documents' statements about the columns.
    package var placeCitations: [PlaceCitation] { Explanation.citations(of: item, at: location, rules) }
    /// The citations of the other rules shown: the reasons for the columns and the warnings.
    package var citations: [Citation] {
        var seen = Set(placeCitations.map(\.citation))
        return (columns.compactMap(\.reason) + warnings).flatMap(\.citations).filter { seen.insert($0).inserted }
    }
    /// The documents' statements about the use of the place: lifetime, order of lookup, size, snapshots.
    package var statements: [PlaceStatement] { rules.statements(about: location.place) }
    /// Where the documents contradict each other about the place.
    package var contradictions: [Contradiction] {
        rules.contradictions(at: location).filter { item.exclusion.isEmpty || !$0.isAboutPurging }
    }
    /// The party whose rights these are.
    package let actor: ActingParty
    /// Whether a backup holds the item; nil unless the container is from one.
    package let isInBackup: Bool?
    /// The item as the rules see it.
    let item: Item
    // Code, paths and citations are made when they are asked for: the right pane shows none of them.
    private let container: ContainerDescription
    private let rules: RuleBook

    /// Creates an explanation from the rules, without disk access.
    package init(
        of subject: Subject,
        in container: ContainerDescription,
        as actor: ActingParty = .app,
        state: DeviceState = DeviceState(),
        rules: RuleBook = .standard
    ) {
        self.subject = subject
        self.actor = actor
        (self.container, self.rules) = (container, rules)
        isInBackup = container.source == .backup ? !subject.isAbsent : nil
        item = Explanation.item(subject, in: container)
        location = rules.location(of: item, app: container.app)
        place = rules.rule(of: location.place)
        badges = rules.badges(of: item, at: location, as: actor, app: container.app, state: state)
        warnings = rules.warnings(for: location.place, concerning: item)
        sharing = location == Location(.documents, .directory) ? SharingSummary(of: container.app) : nil
        let (badges, item) = (badges, item)
        columns = Rights.columns.map { column in
            Explanation.column(column, item, subject.facts, badges, rules, container.app, actor, state)
        }
        findings =
            (subject.facts?.hasLostExclusion == true ? [Explanation.lostExclusion] : [])
            + (Explanation.isFault(item, container, rules) ? ["It is \(subject.kind.asFault)."] : [])
        let owner = subject.attributeOwner.map { String(decoding: $0, as: UTF8.self) }
        remarks =
            (owner.map { ["It is an AppleDouble file: a backup keeps what it holds as attributes of \($0)."] } ?? [])
            + Explanation.remarks(badges.flags, state.lock, place.purge) + findings
    }

    /// Returns the badges of an item, as an explanation has them.
    package static func badges(
        of subject: Subject,
        in container: ContainerDescription,
        as actor: ActingParty,
        state: DeviceState,
        rules: RuleBook = .standard
    ) -> Badges {
        rules.badges(of: item(subject, in: container), as: actor, app: container.app, state: state)
    }

    /// Returns an item as the rules see it.
    private static func item(_ subject: Subject, in container: ContainerDescription) -> Item {
        Item(
            subject.path,
            in: container.kind,
            type: ItemType(subject.kind),
            exclusion: exclusion(of: subject),
            protection: protection(of: subject, in: container),
            permitted: subject.facts?.permitted ?? subject.permitted
        )
    }

    /// Returns the statements about the columns, those of Apple's documents first. Of an excluded item, the sentence about
    /// the attribute decides, so it precedes them, and what the place says about backups does not apply.
    private static func citations(of item: Item, at location: Location, _ rules: RuleBook) -> [PlaceCitation] {
        let all = rules.placeCitations(at: location, about: [.read, .write, .delete, .backup])
            .applesFirst(by: \.citation.source)
        let isExcluded = [.excluded, .excludedByInheritance].contains(
            rules.backupStatus(at: location, exclusion: item.exclusion))
        guard isExcluded else { return all }
        return rules.exclusionCitations(at: location.place) + all.filter { $0.rights != .backup }
    }

    /// Whether the item has the name of a directory of iOS and is none.
    private static func isFault(_ item: Item, _ container: ContainerDescription, _ rules: RuleBook) -> Bool {
        item.type != .directory
            && rules.isExactPlace(item.path, in: item.container, bundleIdentifier: container.app.identifier)
    }

    /// The class that the source records for the item, or else the class of the container's files.
    private static func protection(of subject: Subject, in container: ContainerDescription) -> ProtectionClass {
        (subject.facts?.status.protection ?? .unknown)
            .or(subject.kind == .file ? container.app.containerProtection : .unknown)
    }

    private static func exclusion(of subject: Subject) -> Exclusion {
        Exclusion(own: subject.facts?.exclusion ?? [], isCovered: !subject.covering.isEmpty)
    }

    private static func column(
        _ column: (right: Rights, letter: Character),
        _ item: Item,
        _ facts: EntryFacts?,
        _ badges: Badges,
        _ rules: RuleBook,
        _ app: AppInfo,
        _ actor: ActingParty,
        _ state: DeviceState
    ) -> Column {
        let isDirectory = item.type == .directory
        let isGranted = badges.rights.contains(column.right)
        let (meaning, operation): (String, Operation?) =
            switch column.right {
            case .read: isDirectory ? ("list its contents", .list) : ("read it", .read)
            case .write: isDirectory ? ("create items in it", .createFile) : ("change it", .modify)
            case .delete: ("delete it", .delete)
            default: ("backed up", nil)
            }
        var reason: Rule?
        if let operation, badges.isAppApplicable {
            let asked = operation == .createFile ? child(of: item) : item
            let verdict = rules.verdict(for: operation, on: asked, as: actor, app: app, state: state)
            if verdict.outcome != .allowed, verdict.outcome != .allowedWithWarning || !isGranted {
                reason = verdict.rule
                if verdict.rule.identifier == .permissions, let facts {
                    reason?.sentence = facts.denial(of: column.right)
                }
            }
        }
        return Column(
            right: column.right,
            letter: column.letter,
            isGranted: isGranted,
            meaning: meaning,
            reason: reason
        )
    }

    /// Returns a hypothetical new file in a directory.
    static func child(of item: Item) -> Item {
        var child = item
        child.path = item.path.appending(name: Array("file".utf8)) ?? item.path
        child.type = .file
        child.permitted = item.permitted.contains(.write) ? .unrestricted : [.read, .write]
        return child
    }

    private static let lostExclusion =
        "An attribute excluded it from backups when it was last examined. It has been rewritten since, and the attribute "
        + "is gone: the app has to set it again after every rewrite."

    static let unknownSharing =
        "Whether the app shares it with the user is unknown: its Info.plist is not at hand."

    private static let unknownProtection =
        "Its protection class is unknown, and so is whether it can be read while the device is locked."

    private static func remarks(_ flags: Badges.Flags, _ lock: DeviceLock, _ purge: PurgePolicy) -> [String] {
        let sentences: [(Badges.Flags, String)] = [
            (.purgeable, purge.sentence ?? ""),
            (.excluded, "An attribute of the item excludes it from backups and from purging."),
            (
                .excludedByInheritance,
                "An attribute of a directory above excludes it from backups and from purging."
            ),
            (.sharedWithUser, "The device's user sees it (UIFileSharingEnabled)."),
            (.sharingUnknown, unknownSharing),
            (.protectedWhileLocked, "It cannot be read while the device is locked."),
        ]
        let isUnknown = lock != .unlocked && flags.contains(.protectionUnknown)
        return sentences.filter { flags.contains($0.0) }.map(\.1) + (isUnknown ? [unknownProtection] : [])
    }
}

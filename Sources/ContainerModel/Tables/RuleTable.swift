/// The sentences of rules that are not single rows of another table: those about who acts and where, those that follow
/// from a right or a purge of a place, and those about this program and the computer that it runs on.
extension Rule {
    /// `inbox.contents.modify`: a right that a place grants or lacks.
    static func right(
        _ operation: OperationRule,
        _ need: OperationRule.Requirement,
        _ location: Location,
        _ place: PlaceRule,
        to actor: ActingParty,
        isGranted: Bool,
        citing citations: [Citation]
    ) -> Rule {
        let who = actor == .user ? "The device's user" : "Apps"
        let what: String =
            switch (need.subject, location.level) {
            case (.item, .directory): "\(operation.verb) \(place.noun) itself"
            case (.item, .contents):
                "\(operation.verb) items \(place.place == .home ? "at the container's root" : "in \(place.noun)")"
            default: "\(operation.receiverVerb) \(place.noun)"
            }
        let reason = isGranted ? nil : place.reasons[need.right].map { "; \($0)" }
        return Rule(
            .right, at: location.place, on: location.level, for: operation.operation,
            "\(who) may \(isGranted ? "" : "not ")\(what)\(reason ?? "").",
            citing: citations)
    }

    /// Where iOS has a directory, no other item may take its name.
    /// - Parameter making: Why the directory itself cannot be made by hand either.
    static func reservedName(_ path: ContainerPath, _ place: Place, _ making: ExceptionRule?) -> Rule {
        let sentence = "iOS has a directory at \(path): nothing else can have that name."
        return Rule(
            .reservedName, at: place, [sentence, making?.sentence].compactMap(\.self).joined(separator: " "),
            citing: [])
    }

    // MARK: Who acts

    static func systemOnly(_ operation: Operation) -> Rule {
        Rule(
            .systemOnly, "Only the system delivers documents, purges, and takes snapshots.",
            citing: Citation.ofSystem(operation))
    }

    static let nothingElseOfSystem = Rule(
        .nothingElseOfSystem, "The system only delivers documents, purges, and takes snapshots.")

    static func here(_ operation: Operation, _ place: PlaceRule, citing citations: [Citation]) -> Rule {
        Rule(
            .systemOperation, for: operation, "The system \(operation.systemVerb) \(place.noun).", citing: citations)
    }

    static func notHere(_ operation: Operation, _ place: PlaceRule) -> Rule {
        guard operation != .snapshot || place.place != .home else {
            return Rule(
                .systemOperation, for: operation,
                "The system \(operation.systemVerb) directories of the container, not at its root.",
                citing: Citation.ofSystem(operation))
        }
        return Rule(
            .systemOperation, for: operation,
            "No document says that the system \(operation.systemVerb) \(place.noun).", citing: [])
    }

    static let userSeesOnlyDocuments = Rule(.userSeesDocuments, "The device's user sees only an app's Documents.")

    static let notByFileSharing = Rule(.userFileSharing, "Neither Finder, iTunes nor the Files app can do this.")

    static func appShares(_ keys: [SharingKey]) -> Rule {
        let list = keys.map { "\($0.rawValue) = YES" }.joined(separator: " and ")
        return Rule(.userSharedDocuments, "The device's user may do this where the app declares \(list).")
    }

    /// - Parameter keys: The keys that the app declares to be NO.
    static func appDoesNotShare(_ keys: [SharingKey]) -> Rule {
        let wanted = keys.map { "\($0.rawValue) = YES" }.joined(separator: " and ")
        let declared = keys.map { "\($0.rawValue) = NO" }.joined(separator: " and ")
        return Rule(
            .userSharedDocuments,
            "The device's user may do this where the app declares \(wanted); this app declares \(declared).")
    }

    static let owner = Rule(.owner, "The owner of this copy may do whatever the host's file system allows.")

    /// Mode, owner or an access control list deny it. The item's own are shown instead of the sentence where they are
    /// known.
    package static let permissions = Rule(
        .permissions,
        "The mode, owner or access control list of the item, or of a directory above it, does not let the app's user do "
            + "this.")

    // MARK: Whose containers they are

    /// The edge of the sandbox between two containers.
    static let ownContainers = Rule(
        .ownContainers,
        "Apps may not read or create files outside their own containers, and these belong to different apps.")

    /// The edge of the sandbox between a container and this computer.
    static let outsideOfContainers = Rule(
        .ownContainers, "Apps may not read or create files outside their own containers.")

    /// Outside of containers, no rule of iOS applies.
    package static let ofComputer = Rule(.computer, "On this computer, its own permissions apply.")

    /// The rules of a container that is not open are unknown.
    package static let ofUnknownContainer = Rule(.unknownContainer, "The container is not open.")

    /// - Parameter medium: The medium of the copy: "zip archive".
    package static func readOnlyCopy(in medium: String) -> Rule {
        Rule(
            .readOnlyCopy,
            "This copy of the container is in a \(medium), in which nothing can be changed: unpack it first.")
    }

    /// Above Documents that a device gives access to alone is a directory of this computer, where items would get lost.
    package static let documentsAlone = Rule(.readOnlyCopy, "The device gives access to the app's Documents alone.")

    // MARK: The exclusion attribute

    package static let exclusionOfFilesAndDirectories = Rule(
        .exclusionOfFilesAndDirectories,
        "Only files and directories can have the attribute; Linux does not support it on links, pipes and sockets. Set "
            + "it on the directory, or on the link's target.")

    package static let exclusionNeedsUserAttributes = Rule(
        .exclusionNeedsUserAttributes,
        "The file system keeps no user attributes, and no AppleDouble file (._name) in the directory or above it shows "
            + "that they are kept beside the items. Copy the container to one that does, such as ext4, XFS or Btrfs.")

    // MARK: Purges

    static let excludedIsKept = Rule(
        .excludedIsKept, "What is excluded from backups is not purged, whatever directory it is in.")

    static func neverPurged(_ place: PlaceRule) -> Rule {
        Rule(.neverPurged, at: place.place, "No document says that the system purges \(place.noun).", citing: [])
    }

    /// The directory of a place whose contents are purged.
    static func staysItself(_ row: PurgeRule, _ place: PlaceRule) -> Rule {
        Rule(
            row.identifier,
            "\(place.nounAtStart) itself stays; its contents \(row.contents.predicate).")
    }

    /// - Parameter fate: The mildest fate among the contents of the directory.
    package static func directoryFollowsContents(_ fate: PurgeFate) -> Rule {
        Rule(
            .directoryFollowsContents,
            fate == .kept
                ? "A directory stays as long as any of its contents stay."
                : "A directory is purged if all of its contents are.")
    }

    // MARK: Restores

    /// A restore and an item that is in the backup.
    static let restored = Rule(.restored, "A restore brings back the items in the backup.")

    static let excludedIsNotRestored = Rule(
        .excludedIsNotRestored, "It is excluded from backups, so a restore does not bring it back.")

    static func placeIsNotRestored(_ place: PlaceRule, citing citations: [Citation]) -> Rule {
        Rule(
            .placeIsNotRestored, at: place.place,
            "The backup holds nothing of \(place.noun), so a restore does not bring it back.", citing: citations)
    }

    static func iCloudIsNotRestored(citing citations: [Citation]) -> Rule {
        Rule(
            .iCloudIsNotRestored,
            "It is in no backup: iCloud keeps it, and a restored device downloads it from there.", citing: citations)
    }

    /// An item of a kind that no backup holds.
    package static func kindIsNotRestored(_ kind: ItemKind) -> Rule {
        Rule(
            .kindIsNotRestored, "Backups do not hold \(kind.withArticle), so a restore does not bring it back.")
    }

    /// An item that the backup lacks, for whatever reason.
    package static let lostInRestore = Rule(
        .lostInRestore, "A restore does not bring back items that are not in the backup.")

    /// Returns the rule for an item that a restore does not bring back, but that exists again afterwards.
    package var madeAnewByInstallation: Rule {
        var rule = self
        rule.sentence = "No backup holds it, but the system makes it anew when it installs the app."
        return rule
    }

    // MARK: Delivery

    /// Only data containers receive documents.
    package static let deliveredToData = Rule(
        .deliveryToData, "Documents are handed over into an app's data container, which has the inboxes.")

    /// An app that opens the original shares it with other processes.
    package static let originalIsCoordinated = Rule(
        .deliveryIsCoordinated,
        "The app reads and writes the original through a File Coordinator (NSFileCoordinator), so that no other process "
            + "changes it in the meantime, and adopts File Presenter (NSFilePresenter) to learn of others' changes.")

    /// The temporary inbox needs a bundle identifier.
    package static let inboxHasIdentifier = Rule(
        .deliveryNeedsIdentifier,
        "The temporary inbox is named after the app's bundle identifier, and that is not known.")

    /// - Parameter type: The type of the document, as displayed.
    package static func typeNotDeclared(_ type: String) -> Rule {
        Rule(
            .deliveryTypeNotDeclared,
            "An app receives only documents of the types it declares, and it does not declare \(type).")
    }

    /// - Parameter type: The declared type that the document is of, as displayed.
    package static func typeDeclared(_ type: String) -> Rule {
        Rule(.deliveryTypeDeclared, "The app declares \(type).")
    }
}

extension PurgeFate {
    /// The fate as the predicate of several items: "may go".
    fileprivate var predicate: String {
        switch self {
        case .kept: "stay"
        case .mayGo: "may go"
        case .willGo: "will go"
        case .goes: "go"
        }
    }
}

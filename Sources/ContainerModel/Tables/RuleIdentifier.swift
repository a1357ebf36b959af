/// The identifier of a rule, stable across releases.
///
/// One with marks in `<>` names a rule that each place, level or operation has for itself; `Rule.name` has them filled in. Each
/// has rows in a table of citations, or says why it has none (`withoutCitation`).
package enum RuleIdentifier: String, CaseIterable, Hashable, Sendable {
    // The rights of the places, and exceptions to them.
    case right = "<place>.<level>.<operation>"
    case reservedName = "<place>.only-directory"
    case documentsDeleteEmpties = "documents.delete-empties"
    case documentsSharedDatabase = "documents.shared-database"
    case inboxDeleteEmpties = "inbox.delete-empties"
    case inboxEditMovesOut = "inbox.edit-moves-out"
    case inboxMadeBySystem = "inbox.made-by-system"
    case homeNothingAdded = "home.nothing-added"
    case libraryStays = "library.stays"
    case preferencesStays = "preferences.stays"
    case preferencesUseDefaults = "preferences.use-defaults"
    case frameworksNotInstalled = "frameworks.not-installed"
    case cachesDeleteEmpties = "caches.delete-empties"
    case applicationSupportSubdirectory = "application-support.subdirectory"
    case appGroupStays = "app-group.stays"
    case iCloudNoStore = "icloud.no-store"
    case bundleSealed = "bundle.sealed"
    case bundleSealBreaks = "bundle.seal-breaks"

    // Who acts, and where.
    case systemOnly = "actor.system-only"
    case nothingElseOfSystem = "actor.system"
    case systemOperation = "actor.system.<operation>"
    case userSeesDocuments = "actor.user.sees-documents"
    case userFileSharing = "actor.user.file-sharing"
    case userSharedDocuments = "actor.user.shared-documents"
    case owner = "actor.owner"
    case permissions
    case ownContainers = "sandbox.own-containers"
    case computer
    case unknownContainer = "container.unknown"
    case readOnlyCopy = "copy.read-only"

    // Data protection.
    case protectionComplete = "protection.class-1"
    case protectionUnlessOpen = "protection.class-2"
    case protectionUntilFirstUnlock = "protection.class-3"
    case protectionNone = "protection.class-4"

    // The exclusion attribute.
    case exclusionOfFilesAndDirectories = "exclusion.files-and-directories"
    case exclusionNeedsUserAttributes = "exclusion.no-user-attributes"

    // Purges and restores.
    case tmpWhileRunning = "purge.likeTmp.appRunning"
    case tmpWhileIdle = "purge.likeTmp.idle"
    case tmpOnLowStorage = "purge.likeTmp.lowStorage"
    case tmpOnUpdate = "purge.likeTmp.appUpdate"
    case cachesWhileRunning = "purge.likeCaches.appRunning"
    case cachesWhileIdle = "purge.likeCaches.idle"
    case cachesOnLowStorage = "purge.likeCaches.lowStorage"
    case cachesOnUpdate = "purge.likeCaches.appUpdate"
    case neverPurged = "purge.<place>"
    case excludedIsKept = "purge.excluded-is-kept"
    case directoryFollowsContents = "purge.directory-follows-contents"
    case restored = "restore.backed-up"
    case placeIsNotRestored = "restore.<place>"
    case iCloudIsNotRestored = "restore.icloud"
    case excludedIsNotRestored = "restore.excluded"
    case kindIsNotRestored = "restore.kind"
    case lostInRestore = "restore.not-backed-up"

    // Delivery.
    case deliveryInPlace = "delivery.in-place"
    case deliveryToTemporaryInbox = "delivery.temporary-inbox"
    case deliveryToInbox = "delivery.inbox"
    case deliveryToData = "delivery.data-container"
    case deliveryIsCoordinated = "delivery.original-is-coordinated"
    case deliveryNeedsIdentifier = "delivery.inbox-has-identifier"
    case deliveryTypeNotDeclared = "delivery.type-not-declared"
    case deliveryTypeDeclared = "delivery.type-declared"

    // Advice, and items in the wrong place.
    case adviceSetting = "advice.setting"
    case adviceKnownAtBuild = "advice.known-at-build"
    case adviceUserSeesRecreatable = "advice.user-sees-recreatable"
    case adviceUserSees = "advice.user-sees"
    case adviceUntilExit = "advice.until-exit"
    case advicePersists = "advice.persists"
    case adviceSupport = "advice.support"
    case adviceRecreatableOffline = "advice.recreatable-offline"
    case adviceRecreatable = "advice.recreatable"
    case placementTemporary = "placement.temporary"
    case placementRecreatable = "placement.recreatable"
    case placementLargeMedia = "placement.large-media"
    case placementStaleTemporary = "placement.stale-temporary"
    case placementInternals = "placement.internals"
    case placementUserData = "placement.user-data"
    case placementPurgeableUserData = "placement.purgeable-user-data"
    case placementPurgeableDatabase = "placement.purgeable-database"
    case placementBundleCopy = "placement.bundle-copy"
    case placementICloudCache = "placement.icloud-cache"
    case placementICloudTemporary = "placement.icloud-temporary"
    case placementICloudDownload = "placement.icloud-download"
}

extension RuleIdentifier {
    /// The rules about a place, which rest on the citations about that place.
    package static let ofPlaces: Set<RuleIdentifier> = [
        .right, .systemOperation, .placeIsNotRestored, .iCloudIsNotRestored,
    ]

    /// The rules that no document states, each with the reason why it is one nevertheless.
    package static let withoutCitation: [RuleIdentifier: String] = [
        .reservedName: "The documents name the directories, but none says that nothing else may take their names.",
        .neverPurged: "No document says that the system purges the place.",
        .directoryFollowsContents: "It follows from the rules for the contents.",
        .owner: "The copy is not on a device, so no rule of iOS applies.",
        .computer: "No rule of iOS applies outside of containers.",
        .unknownContainer: "The rules need a container.",
        .readOnlyCopy: "It is a limit of the copy, not of iOS.",
        .protectionNone: "It refuses nothing: the contents of a file of class 4 (None) can always be read.",
        .exclusionOfFilesAndDirectories: "It is a limit of Linux, not of iOS.",
        .exclusionNeedsUserAttributes: "It is a limit of the file system, not of iOS.",
    ]
}

import ContainerModel
import Testing

/// Identifiers are stable across releases: scripts compare them.
@Suite("Rule identifiers")
struct RuleIdentifierTests {
    /// The identifiers of the first release; identifiers of places have marks.
    private static let spellings = [
        "<place>.<level>.<operation>", "<place>.only-directory",
        "documents.delete-empties", "documents.shared-database",
        "inbox.delete-empties", "inbox.edit-moves-out", "inbox.made-by-system",
        "home.nothing-added", "library.stays", "preferences.stays", "preferences.use-defaults",
        "frameworks.not-installed", "caches.delete-empties", "application-support.subdirectory",
        "app-group.stays", "icloud.no-store", "bundle.sealed", "bundle.seal-breaks",
        "actor.system-only", "actor.system", "actor.system.<operation>",
        "actor.user.sees-documents", "actor.user.file-sharing", "actor.user.shared-documents", "actor.owner",
        "permissions", "sandbox.own-containers", "computer", "container.unknown", "copy.read-only",
        "protection.class-1", "protection.class-2", "protection.class-3", "protection.class-4",
        "exclusion.files-and-directories", "exclusion.no-user-attributes",
        "purge.likeTmp.appRunning", "purge.likeTmp.idle", "purge.likeTmp.lowStorage", "purge.likeTmp.appUpdate",
        "purge.likeCaches.appRunning", "purge.likeCaches.idle", "purge.likeCaches.lowStorage",
        "purge.likeCaches.appUpdate", "purge.<place>", "purge.excluded-is-kept", "purge.directory-follows-contents",
        "restore.backed-up", "restore.<place>", "restore.icloud", "restore.excluded", "restore.kind",
        "restore.not-backed-up",
        "delivery.in-place", "delivery.temporary-inbox", "delivery.inbox", "delivery.data-container",
        "delivery.original-is-coordinated", "delivery.inbox-has-identifier", "delivery.type-not-declared",
        "delivery.type-declared",
        "advice.setting", "advice.known-at-build", "advice.user-sees-recreatable", "advice.user-sees",
        "advice.until-exit", "advice.persists", "advice.support", "advice.recreatable-offline", "advice.recreatable",
        "placement.temporary", "placement.recreatable", "placement.large-media", "placement.stale-temporary",
        "placement.internals", "placement.user-data", "placement.purgeable-user-data", "placement.purgeable-database",
        "placement.bundle-copy",
        "placement.icloud-cache", "placement.icloud-temporary", "placement.icloud-download",
    ]

    @Test("no identifier changes or vanishes between releases")
    func spelling() {
        #expect(RuleIdentifier.allCases.map(\.rawValue) == Self.spellings)
    }

    @Test(
        "the identifier of a rule about a place names the place, the level and the operation",
        arguments: [
            (Operation.createFile, "Documents/Inbox/a", ActingParty.app, "inbox.directory.createFile"),
            (.modify, "StoreKit/receipt", .app, "systemDirectories.contents.modify"),
            (.delete, "Documents", .app, "documents.delete-empties"),
            (.snapshot, "Library/SplashBoard", .system, "actor.system.snapshot"),
            (.deliver, "Documents/a", .system, "actor.system.deliver"),
            (.read, "Documents/a", .owner, "actor.owner"),
        ] as [(Operation, ContainerPath, ActingParty, String)])
    func names(operation: Operation, path: ContainerPath, actor: ActingParty, name: String) {
        let type: ItemType = path.depth == 1 ? .directory : .file
        let verdict = RuleBook.standard.verdict(for: operation, on: Item(path, type: type), as: actor)
        #expect(verdict.rule.name == name)
    }

    @Test("no two sentences of the advice, the placements and the deliveries share an identifier")
    func unique() {
        let rows =
            AdviceRule.all.map(\.identifier) + PlacementRule.all.map(\.identifier)
            + DeliveryRule.all.map(\.identifier) + PurgeRule.all.map(\.identifier)
        #expect(Set(rows).count == rows.count)
    }
}

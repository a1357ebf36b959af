import AppLifecycle
import ContainerModel
import ContainerStore
import Copying
import FileTree
import Jobs
import Screen
import System

/// Saves the state of a session when it is suspended, and finds it at the next launch.
///
/// Everything runs in order on a dedicated thread, which starts when there is something to save.
struct SnapshotKeeper: Sendable {
    /// The maximum number of bytes read of a record.
    private static let longestRecord = 1_048_576

    let policy: SnapshotPolicy
    private let state: StateDirectory
    private let pool = WorkerPool(threads: 1)

    init(_ policy: SnapshotPolicy, in state: StateDirectory = .fromEnvironment()) {
        self.policy = policy
        self.state = state
    }

    /// The beginning of a launch.
    struct Launch: Sendable {
        /// The first picture, according to the rules.
        var picture: LaunchPicture
        /// The state to restore.
        var restoration: RestorationState?
        fileprivate var snapshot: SuspensionRecord.KeptSnapshot?
        /// The memory of the container.
        var memory: ContainerMemory?
        /// Whether no container was ever open before.
        var isFirstRun = false
        /// Why nothing is remembered although something is stored.
        var problem: String?

        static let fresh = Launch(picture: .launchScreen(.nothingSuspended))
    }

    /// Determines the beginning of the launch of a container. Saved state is used by one launch only: its record is
    /// removed.
    ///
    /// - Parameters:
    ///   - isRelaunch: Whether the user named no other place than the previous one.
    ///   - now: The time in seconds since 1970.
    func launch(of container: Container, isRelaunch: Bool, now: Int64) -> Launch {
        guard let root = try? state.opened(makesIt: false),
            let record = record(of: container.description, below: root)
        else { return .fresh }
        // A container made anew at the same path inherits nothing.
        guard record.identity == container.key.bytes else {
            if !record.process.isAlive {
                try? AtomicFile.remove(Self.recordPath(of: container.description), below: root)
            }
            return .fresh
        }
        let hasEnded = !record.process.isAlive
        var launch = Launch(
            picture: LaunchPicture(
                after: record.session,
                hasEnded: hasEnded,
                restoresState: policy.restoresState && isRelaunch,
                now: now
            )
        )
        if launch.picture == .snapshot { launch.snapshot = record.snapshot }
        if launch.picture.restoresState { launch.restoration = record.session.restoration }
        if hasEnded { try? AtomicFile.remove(Self.recordPath(of: container.description), below: root) }
        return launch
    }

    /// Returns the snapshot that a launch shows; nil if there is none or it is damaged.
    /// - Parameter ascii: Whether to show ASCII only, for locales that are not UTF-8.
    func snapshot(of launch: Launch, in container: Container, ascii: Bool) -> Snapshot? {
        guard let kept = launch.snapshot, let root = try? state.opened(makesIt: false) else { return nil }
        return store(kept.location, of: container, below: root)?.load(kept.reference, ascii: ascii)
    }

    /// Saves a session that is about to be stopped; returns when it is saved.
    ///
    /// Failures are not reported: the screen is gone, and all that is lost is a picture for the next launch.
    func suspend(_ snapshot: Snapshot, of container: Container, restoration: RestorationState?) {
        _ = Deferred(on: pool) { keep(snapshot, of: container, restoration) }.wait()
    }

    /// Makes the saved state unavailable to the next launch, because the session continues. Its snapshots stay, as on
    /// iOS.
    func resume(_ description: ContainerDescription) {
        pool.submit { forgetRecord(of: description) }
    }

    /// Removes everything saved, because the session ends without being suspended, or leaves the container.
    /// - Parameter waits: Whether to return only when that is done.
    func forget(_ container: Container, waits: Bool) {
        let done = Deferred(on: pool) {
            forgetRecord(of: container.description)
            if let root = try? state.opened(makesIt: false) {
                try? store(.stateDirectory, of: container, below: root)?.removeAll()
            }
            if keeps(in: container), let folder = container.snapshotFolder, let root = container.tree.writable {
                try? SnapshotStore(root: root, folder: folder).removeAll()
            }
        }
        if waits { _ = done.wait() }
    }

    private func keep(_ snapshot: Snapshot, of container: Container, _ restoration: RestorationState?) {
        guard let root = try? state.opened(makesIt: true), let process = ProcessIdentity.current() else { return }
        let location: SuspensionRecord.Location =
            keeps(in: container) && container.snapshotFolder != nil ? .container : .stateDirectory
        var reference: SnapshotStore.Reference?
        // Outside the container, save nothing that the container's owner would not see there.
        if location == .container || snapshot.isCovered {
            reference = try? store(location, of: container, below: root)?.save(snapshot)
        }
        let record = SuspensionRecord(
            session: SuspendedSession(
                suspendedAt: snapshot.takenAt,
                ignoresSnapshot: policy.ignoresSnapshotAtNextLaunch,
                restoration: policy.restoresState ? restoration : nil
            ),
            hostPath: container.description.hostPath.bytes,
            identity: container.key.bytes,
            process: process,
            snapshot: reference.map { .init(reference: $0, location: location) }
        )
        try? AtomicFile.makeDirectories(Self.records, below: root)
        try? AtomicFile.write(record.bytes, to: Self.recordPath(of: container.description), below: root)
    }

    /// Whether snapshots are kept in the container: because the user wants it, or because it is a demonstration made on
    /// this computer. The container's own claim to be one is not enough.
    private func keeps(in container: Container) -> Bool {
        !policy.isReadOnly && (policy.keepsInContainer || DemonstrationRegister(in: state).contains(container))
    }

    /// Another session of the same container may have been suspended after this one: keep its record.
    private func forgetRecord(of description: ContainerDescription) {
        guard let root = try? state.opened(makesIt: false), let record = record(of: description, below: root),
            record.process == ProcessIdentity.current()
        else { return }
        try? AtomicFile.remove(Self.recordPath(of: description), below: root)
    }

    private func record(of description: ContainerDescription, below root: RootedDirectory) -> SuspensionRecord? {
        let path = Self.recordPath(of: description)
        guard let bytes = try? FileContents.read(path, in: root, limit: Self.longestRecord),
            let record = SuspensionRecord(bytes), record.hostPath == description.hostPath.bytes
        else { return nil }
        return record
    }

    private func store(
        _ location: SuspensionRecord.Location,
        of container: Container,
        below root: RootedDirectory
    ) -> SnapshotStore? {
        switch location {
        case .container:
            container.tree.writable.flatMap { root in
                container.snapshotFolder.map { SnapshotStore(root: root, folder: $0) }
            }
        case .stateDirectory:
            SnapshotStore(root: root, folder: Self.path("snapshots", Self.key(of: container.description)))
        }
    }

    private static let records: ContainerPath = "suspended"

    private static func recordPath(of description: ContainerDescription) -> ContainerPath {
        path("suspended", key(of: description) + ".plist")
    }

    private static func key(of description: ContainerDescription) -> String {
        StateDirectory.harmlessName(for: description.hostPath.bytes)
    }

    private static func path(_ folder: String, _ name: String) -> ContainerPath {
        ContainerPath("\(folder)/\(name)") ?? .root
    }
}

extension Container {
    /// The directory in which iOS, up to version 12, keeps the snapshots of this container's app (formats.md,
    /// "Snapshots"); nil if the rules let the system take none there, the app is unknown, or the container is
    /// read-only.
    var snapshotFolder: ContainerPath? {
        let snapshots: ContainerPath = "Library/Caches/Snapshots"
        guard tree.writable != nil, let identifier = description.app.identifier,
            let folder = snapshots.appending(name: Array(identifier.utf8)),
            let file = folder.appending(name: Array("snapshot.ans".utf8))
        else { return nil }
        let verdict = RuleBook.standard.verdict(
            for: .snapshot,
            on: Item(file, in: description.kind),
            as: .system,
            app: description.app
        )
        return verdict.isRefused ? nil : folder
    }
}

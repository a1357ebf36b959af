import AppLifecycle
import ContainerStore
import Formats

/// The record of a suspended session, in the state directory.
///
/// It is separate from the snapshot, just as iOS separates an app's saved state from it: the record names the user's
/// directory and file, which the snapshot of a cover must not.
struct SuspensionRecord: Hashable, Sendable {
    /// Where a snapshot was saved.
    enum Location: String, Hashable, Sendable {
        case container
        case stateDirectory
    }

    var session: SuspendedSession
    /// The container's path on this computer.
    var hostPath: [UInt8]
    /// The identity of the container, which distinguishes it from another one at that path.
    var identity: [UInt8]
    var process: ProcessIdentity
    /// The snapshot and its location; nil if none was kept. Only a snapshot that a record vouches for is ever shown.
    var snapshot: KeptSnapshot?

    /// A saved snapshot.
    struct KeptSnapshot: Hashable, Sendable {
        var reference: SnapshotStore.Reference
        var location: Location
    }

    init(
        session: SuspendedSession,
        hostPath: [UInt8],
        identity: [UInt8],
        process: ProcessIdentity,
        snapshot: KeptSnapshot?
    ) {
        self.session = session
        self.hostPath = hostPath
        self.identity = identity
        self.process = process
        self.snapshot = snapshot
    }

    /// The record as a property list.
    var bytes: [UInt8] {
        var pairs: [(String, PropertyListValue)] = [
            ("container", .data(hostPath)),
            ("identity", .data(identity)),
            ("date", .date(secondsSince1970: session.suspendedAt)),
            ("ignoresSnapshot", .boolean(session.ignoresSnapshot)),
            (
                "process",
                [
                    "number": .integer(process.number), "startTime": .integer(process.startTime),
                    "boot": .string(process.boot),
                ]
            ),
        ]
        if let snapshot {
            pairs.append(
                (
                    "snapshot",
                    [
                        "name": .string(snapshot.reference.name), "in": .string(snapshot.location.rawValue),
                        "sha256": .data(snapshot.reference.digest),
                    ]
                ))
        }
        if let state = session.restoration { pairs.append(("restoration", .dictionary(state.list))) }
        return PropertyListWriter.xml(.dictionary(PropertyListDictionary(pairs)))
    }

    /// Parses a record; nil if the bytes are not one.
    init?(_ bytes: [UInt8]) {
        guard let list = try? PropertyListReader.read(bytes), let hostPath = list["container"]?.dataValue,
            let identity = list["identity"]?.dataValue,
            let date = list["date"]?.dateValue, let suspendedAt = Int64(secondsSince2001: date),
            let number = list["process"]?["number"]?.integerValue,
            let startTime = list["process"]?["startTime"]?.integerValue,
            let boot = list["process"]?["boot"]?.stringValue
        else { return nil }
        self.hostPath = hostPath
        self.identity = identity
        process = ProcessIdentity(number: number, startTime: startTime, boot: boot)
        session = SuspendedSession(
            suspendedAt: suspendedAt,
            ignoresSnapshot: list["ignoresSnapshot"]?.booleanValue ?? false,
            restoration: list["restoration"].flatMap { RestorationState($0) }
        )
        if let name = list["snapshot"]?["name"]?.stringValue,
            let location = list["snapshot"]?["in"]?.stringValue.flatMap(Location.init),
            let digest = list["snapshot"]?["sha256"]?.dataValue
        {
            snapshot = KeptSnapshot(reference: .init(name: name, digest: digest), location: location)
        }
    }
}

extension RestorationState {
    /// The maximum number of directories to unfold again.
    private static let maxUnfolded = 1_000

    fileprivate var list: PropertyListDictionary {
        var pairs: [(String, PropertyListValue)] = [
            ("place", .data(place)),
            ("top", .integer(Int64(top))),
            ("pane", .string(pane.rawValue)),
            ("treePlace", .data(treePlace)),
            ("unfolded", .array(unfolded.prefix(Self.maxUnfolded).map { .data($0) })),
        ]
        if let entry { pairs.append(("entry", .data(entry))) }
        return PropertyListDictionary(pairs)
    }

    fileprivate init?(_ value: PropertyListValue) {
        guard let place = value["place"]?.dataValue else { return nil }
        let unfolded = (value["unfolded"]?.arrayValue ?? []).prefix(Self.maxUnfolded).compactMap(\.dataValue)
        self.init(
            place: place,
            entry: value["entry"]?.dataValue,
            top: Int(value["top"]?.integerValue ?? 0),
            pane: value["pane"]?.stringValue.flatMap(Pane.init) ?? .listing,
            treePlace: value["treePlace"]?.dataValue ?? [],
            unfolded: Array(unfolded)
        )
    }
}

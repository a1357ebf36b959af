import ContainerModel
import ContainerStore
package import FileTree
import System

/// A store of time points: a directory that only its user can read (mode 0700).
package struct TimePointStore: Sendable {
    /// The path of the directory.
    package let path: [UInt8]

    /// The store at a path, which need not exist.
    package init(path: [UInt8]) { self.path = path }

    /// The store that `@NAME` refers to.
    /// - Throws: `TimePointError` if the environment names none.
    package static func current() throws(TimePointError) -> TimePointStore {
        guard let path = TimePointPath.store else {
            throw TimePointError(.noDirectory, "nothing can be kept: neither XDG_STATE_HOME nor HOME is set")
        }
        return TimePointStore(path: path)
    }

    /// A time point, as listed.
    package struct Point: Sendable {
        /// The name.
        package let name: String
        /// The path on this computer.
        package let hostPath: [UInt8]
        /// The description; nil if it cannot be read.
        package let header: TimePointManifest.Header?
        /// Why it cannot be read.
        package let problem: String?
    }

    /// Returns all time points, the oldest first, and those that cannot be read at the end.
    /// - Parameter areChecked: Whether to read all of each, rather than the descriptions, so that damage is found.
    /// - Throws: `TimePointError` if the store cannot be read. There need not be one.
    package func points(areChecked: Bool = false) throws(TimePointError) -> [Point] {
        var points: [Point] = []
        try requireOwn()
        do throws(FileTreeError) {
            let root = try RootedDirectory(hostPath: path + [ContainerPath.slash] + TimePointLayout.points.utf8)
            let entries = try root.root.entries(path: .root) ?? EntryList()
            for index in 0..<entries.count where TimePointPath.isName(entries.name(index)) {
                points.append(Self.point(Array(entries.name(index)), in: root, path, isChecked: areChecked))
            }
        } catch {
            guard error.code != .notFound else { return [] }
            throw TimePointError(reading: error)
        }
        return points.sorted { Self.rank($0) < Self.rank($1) }
    }

    private static func rank(_ point: Point) -> (Int, Int64, UInt32, String) {
        (
            point.header == nil ? 1 : 0, point.header?.time ?? 0, point.header?.timeNanoseconds ?? 0, point.name
        )
    }

    private static func point(
        _ name: [UInt8], in root: RootedDirectory, _ store: [UInt8], isChecked: Bool
    ) -> Point {
        var header: TimePointManifest.Header?
        var problem: String?
        do {
            guard let path = ContainerPath(bytes: name) else { throw TimePointManifest.Problem.damaged }
            let file = try root.openFile(path)
            if isChecked {
                let size = min(try ItemStatus(of: file, path: path).size, TimePointManifest.maxBytes)
                header = try TimePointReader(try file.part(at: 0, Int(size))).header
            } else {
                header = try TimePointReader.header(try file.part(at: 0, TimePointManifest.headLength))
            }
        } catch let error as FileTreeError {
            problem = error.message
        } catch let error as TimePointManifest.Problem {
            problem = error.message
        } catch {
            problem = "\(error)"
        }
        return Point(
            name: String(decoding: name, as: UTF8.self), hostPath: TimePointPath.hostPath(ofPoint: name, in: store),
            header: header, problem: problem)
    }

    // MARK: Access

    /// Opens the store.
    /// - Parameter makesIt: Whether to create it if it does not exist.
    func opened(makesIt: Bool) throws(TimePointError) -> RootedDirectory {
        try requireOwn()
        if makesIt { try make("") }
        let root: RootedDirectory
        do throws(FileTreeError) {
            root = try RootedDirectory(hostPath: path)
        } catch  where error.isAbsence {
            throw TimePointError(.notFound, "there is no time point store \(String(decoding: path, as: UTF8.self))")
        } catch {
            throw TimePointError(reading: error)
        }
        try requireMark(in: root)
        if makesIt { for name in [TimePointLayout.points, TimePointLayout.objects] { try make(name) } }
        return root
    }

    /// Checks that nobody else can have written what the store has.
    func requireOwn() throws(TimePointError) {
        if let doubt = TimePointPath.doubt(aboutStore: path) { throw TimePointError(.untrusted, doubt) }
    }

    private func make(_ name: String) throws(TimePointError) {
        do throws(PathError) {
            try makeDirectories(around: path + "/\(name)".utf8 + (name.isEmpty ? [] : [ContainerPath.slash]))
        } catch {
            let shown = String(decoding: path, as: UTF8.self)
            throw TimePointError(
                .cannotCreate, "could not create the time point store \(shown): \(error.errno)", cause: error.errno)
        }
    }

    /// Who may use the store at the same time.
    enum Sharing {
        /// Others that only add to it.
        case withOthers
        /// Nobody else, since contents are removed.
        case alone

        fileprivate var operation: Int32 { self == .alone ? LOCK_EX : LOCK_SH }
    }

    /// Locks the store until the descriptor is released.
    /// - Parameter patience: How long to wait for other processes, in nanoseconds.
    /// - Throws: `TimePointError` with the code `locked` if others keep it longer than that.
    func locked(_ sharing: Sharing, patience: UInt64) throws(TimePointError) -> Descriptor {
        let opened = withNullTerminated(path) { sandglass_open_host($0, O_RDONLY | O_DIRECTORY) }
        guard opened >= 0 else { throw TimePointError(writing: "lock the directory", Errno(rawValue: -opened)) }
        let directory = Descriptor(owning: opened)
        let deadline = MonotonicClock.now() + patience
        while flock(directory.number, sharing.operation | LOCK_NB) != 0 {
            let reason = errno
            if reason == EINTR { continue }
            // Some network file systems have no locks.
            guard reason == EWOULDBLOCK else { break }
            guard MonotonicClock.now() < deadline else {
                throw TimePointError(.locked, "another process is using the time point store")
            }
            usleep(20_000)
        }
        return directory
    }

    /// How long commands wait for each other, in nanoseconds.
    static let patience: UInt64 = 10_000_000_000
}

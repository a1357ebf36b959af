package import ContainerModel

/// The contents of a time point: what was kept of a container, without the contents of files.
///
/// The bytes are those of `TimePointWriter`. A checksum at the end detects damage.
package enum TimePointManifest {
    /// The first bytes of a time point, whatever the version.
    package static let signature = Array("sandglass time point ".utf8)
    /// The version of a time point of one container.
    package static let version = 2
    /// The version of one that belongs to others.
    package static let versionWithParts = 3
    /// The number of bytes with which a header can be read in any case: its texts are short.
    package static let headLength = 64 << 10
    /// The largest time point that is read, in bytes.
    package static let maxBytes: UInt64 = 1 << 30
    /// The number of bytes of a SHA-256.
    package static let digestLength = 32

    /// The reason why a time point cannot be read.
    package enum Problem: Error, Hashable, Sendable {
        /// Another version of the program stored it.
        case foreign
        case damaged

        /// The reason in words.
        package var message: String {
            switch self {
            case .foreign: "another version of sandglass stored it"
            case .damaged: "the time point is damaged"
            }
        }
    }

    /// What is recorded of the times of an item.
    struct Times: OptionSet {
        let rawValue: UInt8

        /// There is a time of birth.
        static let born = Times(rawValue: 1)
        /// Its nanoseconds follow its seconds.
        static let bornNanoseconds = Times(rawValue: 2)
        /// The nanoseconds of the last change of the contents are not known.
        static let wholeSeconds = Times(rawValue: 4)

        static let all: Times = [.born, .bornNanoseconds, .wholeSeconds]
    }

    /// The description of a time point.
    package struct Header: Hashable, Sendable {
        /// The text that the user added.
        package var note = ""
        /// When it was kept, in seconds since 1970.
        package var time: Int64 = 0
        /// The nanoseconds of `time`.
        package var timeNanoseconds: UInt32 = 0
        /// The path of the container at that time.
        package var hostPath: [UInt8] = []
        /// The kind of container, as the rules name it.
        package var kind = ContainerKind.data
        /// The app's identifier, or that of a group.
        package var identifier: String?
        /// The app's name.
        package var name: String?
        /// The app's version.
        package var appVersion: String?
        /// The number of items of each kind.
        package var files = 0
        package var directories = 0
        package var links = 0
        /// The logical size of the files, in bytes; each hard link counts.
        package var bytes: UInt64 = 0
        /// What could not be kept as it was, as sentences.
        package var problems: [String] = []
        /// The time points of the app's other containers, which were kept together with this one.
        package var parts: [Part] = []
        /// Whether it is one of those of another time point.
        package var isPart = false

        /// Whether it belongs to other time points.
        var hasRelations: Bool { isPart || !parts.isEmpty }

        /// Creates an empty description.
        package init() {}
    }

    /// A time point that was kept together with another one.
    package struct Part: Hashable, Sendable {
        /// The name in the store.
        package let name: String
        /// The identifier of the group whose container it is of.
        package let identifier: String
        /// When it was kept, in seconds since 1970, by which it is told from another time point that has its name now.
        package let time: Int64
        /// The nanoseconds of `time`.
        package let timeNanoseconds: UInt32

        /// Creates a description of a part.
        package init(name: String, identifier: String, time: Int64, timeNanoseconds: UInt32) {
            (self.name, self.identifier, self.time, self.timeNanoseconds) = (name, identifier, time, timeNanoseconds)
        }

        /// Returns whether a time point with this description is the part.
        package func isDescribed(by header: Header) -> Bool {
            header.isPart && (header.time, header.timeNanoseconds) == (time, timeNanoseconds)
        }
    }

    /// An item of a time point.
    package struct Item: Hashable, Sendable {
        /// What is known about the contents of a file.
        package enum Contents: UInt8, Hashable, Sendable {
            /// Only files have any.
            case none
            /// They are in the store.
            case stored
            /// They are in the store, but the file's times do not tell whether it has them still: it is a database, which
            /// was read together with its log, or a process could write it.
            case storedOnce
            /// They could not be read.
            case missing
        }

        /// The path from the container's root.
        package var path: ContainerPath
        /// The metadata.
        package var status: ItemStatus
        package var contents = Contents.none
        /// The SHA-256 of a file's contents; empty for other items.
        package var digest: [UInt8] = []
        /// The target of a symbolic link.
        package var target: [UInt8] = []
        /// The extended attributes, under their names on this system.
        package var attributes: [(name: [UInt8], value: [UInt8])] = []

        /// Creates an item.
        package init(_ path: ContainerPath, _ status: ItemStatus) {
            self.path = path
            self.status = status
        }

        package static func == (one: Item, other: Item) -> Bool {
            one.path == other.path && one.status == other.status && one.contents == other.contents
                && one.digest == other.digest && one.target == other.target
                && one.attributes.map(\.name) == other.attributes.map(\.name)
                && one.attributes.map(\.value) == other.attributes.map(\.value)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(path)
            hasher.combine(status)
        }
    }
}

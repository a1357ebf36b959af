package import ContainerModel
package import Formats

/// The values that must not be in a package, and where they were found.
package struct MaskingPlan: Sendable {
    /// A value in a file, or a whole file.
    package struct Entry: Sendable {
        /// The file, from the container's root, or from the package's.
        package let path: ContainerPath
        /// Whether the file is beside the container in the package.
        package let isBesideContainer: Bool
        /// The names that lead to the value inside the file.
        package let address: [[UInt8]]
        /// The value; nil if the whole file has to be left out.
        package let value: [UInt8]?
        /// Why the whole file has to be left out; nil for a reason that the value says.
        package let reason: String?

        /// Creates an entry.
        package init(
            path: ContainerPath, isBesideContainer: Bool = false, address: [[UInt8]] = [], value: [UInt8]?,
            leavingOut reason: String? = nil
        ) {
            (self.path, self.isBesideContainer, self.address) = (path, isBesideContainer, address)
            (self.value, self.reason) = (value, reason)
        }
    }

    /// A file.
    package struct File: Hashable, Sendable {
        /// The path from the container's root, or from the package's.
        package let path: ContainerPath
        /// Whether the file is beside the container in the package.
        package let isBesideContainer: Bool

        /// Names a file.
        package init(path: ContainerPath, isBesideContainer: Bool) {
            (self.path, self.isBesideContainer) = (path, isBesideContainer)
        }
    }

    /// The entries.
    package let entries: [Entry]
    /// Whether more was found than the entries tell.
    package let isCutOff: Bool
    /// The files of which all bytes were searched for the values of the scope, and all that can be decoded in them.
    package let searched: Set<File>

    /// Creates a plan.
    package init(_ entries: [Entry], isCutOff: Bool = false, searched: Set<File> = []) {
        (self.entries, self.isCutOff, self.searched) = (entries, isCutOff, searched)
    }
}

/// What an examination of a copy reads.
package enum MaskingScope: Sendable {
    /// The contents of files as they are decoded, and the names, the targets of links and the attributes of all items.
    /// - files: The files that have changed since they were examined, or in which something was found, by their paths
    ///   from the container's root; nil for all.
    case contents(of: Set<ContainerPath>?)
    /// All bytes of files whose contents were examined, and everything that can be decoded in them: for what is known
    /// by its form, and for values.
    case bytes(holding: SecretValues)
}

/// What became of the files that were masked.
package struct MaskingReport: Sendable {
    /// What became of a file.
    package enum Treatment: Hashable, Sendable {
        /// The values in it were replaced; of a database, the virtual tables that are missing since then.
        case masked(without: [String] = [])
        /// A database that was written anew; no value was found in it.
        case rewritten
        /// The file is missing in the package; the reason.
        case leftOut(String)
        /// A database that could not be written anew, and in which nothing was found, so that its free pages remain; the
        /// reason.
        case kept(String)
        /// A directory has another name than it had; the name.
        case renamed(String)
    }

    /// The files by their paths from the container's root, or from that of the package.
    package internal(set) var files: [ContainerPath: Treatment] = [:]
    /// The number of files that are as they were.
    package internal(set) var wholeFiles = 0
    /// The files that are in the result, and their bytes.
    package internal(set) var remaining: (files: Int, bytes: UInt64) = (0, 0)
    /// The extended attributes that were removed since they held a value, with their items.
    package internal(set) var removedAttributes: [(path: ContainerPath, name: [UInt8])] = []
}

package import ContainerModel
package import FoundationEssentials
import Reports

/// The output of `verify`: the status of each item of a bundle since signing. JSON keys are stable.
package struct SealReport: Encodable, Sendable {
    /// What was verified.
    package enum Subject: String, Hashable, Sendable, Encodable {
        case bundle
        /// A Mach-O file by itself, such as a dynamic library.
        case codeFile = "file with code"
        /// An archive of object files, which has no signature.
        case staticLibrary = "static library"
    }

    /// An item of the bundle.
    package struct Item: Encodable, Hashable, Sendable {
        /// The path below the bundle; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// The status of the item.
        package var status: SealStatus
        /// Why, as the end of a sentence; not sanitized. Empty for an intact item.
        package var reasons: [String]
        /// The path in the container.
        package let location: ContainerPath

        private enum CodingKeys: String, CodingKey { case path, pathBytes, status, reasons }
    }

    /// The code of a bundle: one image of an executable.
    package struct Code: Encodable, Sendable {
        /// Something that has a digest in the code directories.
        package struct Part: Encodable, Hashable, Sendable {
            /// The name of the part: "Info.plist", "entitlements", "code pages".
            package let name: String
            /// The status of the item.
            package let status: SealStatus
            /// Why; empty for an intact part.
            package let reason: String
        }

        /// The path of the executable below the bundle that was verified; invalid UTF-8 is replaced.
        package let path: String
        /// The processor: "arm64".
        package let architecture: String
        /// The number of object files in a static library; nil for an image.
        package var objects: Int?
        /// Whether it has a code signature.
        package var isSigned = false
        /// The identifier in the code directory.
        package var identifier: String?
        /// The team's identifier in the code directory.
        package var team: String?
        /// Whether the code directory says that no certificate signed it.
        package var isAdHoc: Bool?
        /// Whether a certificate's signature is present. It is not verified.
        package var hasCertificateSignature: Bool?
        /// The algorithms of the code directories: "SHA-256".
        package var algorithms: [String] = []
        /// The first 20 bytes of each code directory's digest, as digits.
        package var cdHashes: [String] = []
        /// The number of code pages.
        package var pages = 0
        /// The numbers of the altered pages, the first ones of many.
        package var alteredPages: [Int] = []
        /// The parts that have a digest.
        package var parts: [Part] = []
    }

    /// A bundle, or a library on its own.
    package struct Bundle: Encodable, Sendable {
        /// The path below the bundle that was verified; `.` for that itself.
        package let path: String
        /// `CFBundleIdentifier`.
        package var identifier: String?
        /// Whether it has its own resource seal.
        package var isSealed = false
        /// 1 or 2: which lists the seal has.
        package var sealVersion: Int?
        /// The number of items in its seal.
        package var sealedItems = 0
        /// The code of its executable.
        package var code: [Code] = []
    }

    /// A seal that could not be read.
    package struct Unreadable: Encodable, Hashable, Sendable {
        /// The path of the file; not sanitized.
        package let path: String
        /// The problem.
        package let message: String
        /// The offset in the file, in bytes; nil if the message has no place.
        package let offset: UInt64?
    }

    /// What was verified.
    package internal(set) var subject = Subject.bundle
    /// The path on this computer of the bundle or file that was verified; invalid UTF-8 is replaced.
    package internal(set) var path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package internal(set) var pathBytes: Data?
    /// Whether there is a seal, and nothing is altered, added, missing or unreadable.
    package var isIntact: Bool {
        unreadable.isEmpty && items.contains { $0.status == .intact }
            && !items.contains { $0.status.isBroken || $0.status == .unreadable }
    }
    /// The number of items by what became of them.
    package var counts: [String: Int] {
        var counts = Dictionary(uniqueKeysWithValues: SealStatus.allCases.map { ($0.rawValue, 0) })
        for item in items { counts[item.status.rawValue, default: 0] += 1 }
        return counts
    }
    /// The bundle and those in it.
    package internal(set) var bundles: [Bundle] = []
    /// All items but directories, in the order of a walk.
    package internal(set) var items: [Item] = []
    /// The seals that could not be read.
    package internal(set) var unreadable: [Unreadable] = []
    /// The parts that were not checked, in sentences.
    package internal(set) var notChecked: [String] = []

    private enum CodingKeys: String, CodingKey {
        case path, pathBytes, subject, isIntact, counts, bundles, items, unreadable, notChecked
    }

    /// Creates a report without items.
    /// - Parameter hostPath: The path on this computer of what was verified.
    init(about hostPath: [UInt8]) { (path, pathBytes) = reported(hostPath) }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(path, forKey: .path)
        try values.encodeIfPresent(pathBytes, forKey: .pathBytes)
        try values.encode(subject, forKey: .subject)
        try values.encode(isIntact, forKey: .isIntact)
        try values.encode(counts, forKey: .counts)
        try values.encode(bundles, forKey: .bundles)
        try values.encode(items, forKey: .items)
        try values.encode(unreadable, forKey: .unreadable)
        try values.encode(notChecked, forKey: .notChecked)
    }
}

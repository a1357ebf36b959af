/// The problems found while reading an archive or a backup, as sentences for display.
///
/// All entries with the same fault are reported in one sentence that names the first of them.
struct TreeProblems: Sendable {
    /// A fault of an entry.
    enum Fault: Int, CaseIterable, Sendable {
        case leadsOut
        case unusableName
        case unreadableHeader
        case tooDeep
        case repeated
        case directoryAndOther
        case danglingHardLink
        case encrypted
        case unknownKind
        case unknownType
        case otherName
        case otherSize
        case otherChecksum
        case otherMethod
        case sharedHeader
        case attributesLeftOut
        case backslashes
        case unclearBackslashes
        case foundSize
        case unexaminedContents
        case contradictory
        case unreadableRecord

        /// Whether the item, a part of it, or another one of its name is missing.
        fileprivate var isLoss: Bool {
            switch self {
            case .leadsOut, .unusableName, .unreadableHeader, .tooDeep, .repeated, .directoryAndOther,
                .danglingHardLink, .otherName, .otherSize, .otherChecksum, .otherMethod, .sharedHeader,
                .attributesLeftOut, .unexaminedContents, .unreadableRecord:
                true
            case .encrypted, .unknownKind, .unknownType, .contradictory, .backslashes, .unclearBackslashes, .foundSize:
                false
            }
        }

        fileprivate func words(_ medium: String) -> String {
            switch self {
            case .leadsOut: "left out, because the name leads out of the \(medium)"
            case .unusableName: "left out, because no file can have such a name"
            case .unreadableHeader: "left out, because the entry cannot be read"
            case .tooDeep: "left out, because it is in too many directories"
            case .repeated: "not examined, because it is in the \(medium) more than once, and the last one counts"
            case .directoryAndOther: "both a directory and something else, and only the directory counts"
            case .danglingHardLink: "left out, because the hard link leads to no earlier entry"
            case .encrypted: "encrypted, so that the contents cannot be read"
            case .unknownKind: "of an unknown file type, so that the contents cannot be read"
            case .otherName: "with a different name in the local header; the name in the \(medium)'s directory counts"
            case .otherSize: "with a different size in the local header; the size in the \(medium)'s directory counts"
            case .otherChecksum:
                "with a different checksum in the local header; the checksum in the \(medium)'s directory counts"
            case .otherMethod:
                "with a different compression method in the local header; that in the \(medium)'s directory counts"
            case .attributesLeftOut: "with extended attributes that are too large, and are left out"
            case .sharedHeader: "with a header that other entries of the \(medium)'s directory have, too"
            case .backslashes: "with backslashes in the name, which are read as slashes"
            case .unclearBackslashes:
                "with backslashes in the name, which are not separators, since the \(medium) was not made on FAT"
            case .foundSize:
                "with a size that is recorded modulo 4 GiB, for lack of ZIP64 fields; its contents give the real size"
            case .unexaminedContents: "with contents that are not examined, because it is no regular file"
            case .contradictory: "with flags and a mode that contradict each other about the file type; the flags count"
            case .unreadableRecord: "without size, times and mode, because the record of them cannot be read"
            case .unknownType: "of an unknown type, and read as a regular file"
            }
        }
    }

    /// The medium of the tree: "archive".
    private let medium: String
    private var faults: [Fault: (count: Int, first: String)] = [:]
    private var sentencesOfAll: [String] = []
    private var firstMissing: String?

    init(of medium: String) { self.medium = medium }

    /// Records a fault of an entry.
    mutating func note(_ fault: Fault, _ name: UnsafeBufferPointer<UInt8>) {
        note(fault, String(decoding: name.prefix(1_024), as: UTF8.self))
    }

    mutating func note(_ fault: Fault, _ name: @autoclosure () -> String) {
        if let known = faults[fault] {
            faults[fault] = (known.count + 1, known.first)
        } else {
            faults[fault] = (1, name())
        }
    }

    /// Records why items are missing, or may not hold what was stored.
    mutating func noteMissing(_ sentence: String) {
        sentencesOfAll.append(sentence)
        firstMissing = firstMissing ?? sentence
    }

    /// The first problem because of which items are missing, or may not hold what was stored; nil if there is none.
    var loss: String? {
        firstMissing ?? Fault.allCases.lazy.filter(\.isLoss).compactMap { sentence(about: $0) }.first
    }

    /// All problems; names in them are not sanitized.
    var sentences: [String] {
        sentencesOfAll + Fault.allCases.compactMap { sentence(about: $0) }
    }

    private func sentence(about fault: Fault) -> String? {
        faults[fault].map { found in
            let others = found.count > 1 ? ", and \(found.count - 1) more" : ""
            return "\(fault.words(medium)): \(found.first)\(others)"
        }
    }
}

/// The problems found while reading an archive, as sentences for display.
///
/// All entries with the same fault are reported in one sentence that names the first of them.
struct ArchiveProblems: Sendable {
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

        fileprivate var words: String {
            switch self {
            case .leadsOut: "left out, because the name leads out of the archive"
            case .unusableName: "left out, because no file can have such a name"
            case .unreadableHeader: "left out, because the entry cannot be read"
            case .tooDeep: "left out, because it is in too many directories"
            case .repeated: "in the archive more than once, and the last one counts"
            case .directoryAndOther: "both a directory and something else, and only the directory counts"
            case .danglingHardLink: "left out, because the hard link leads to nothing that came before it"
            case .encrypted: "encrypted, so that the contents cannot be read"
            case .unknownKind: "of an unknown file type, so that the contents cannot be read"
            case .unknownType: "of an unknown type, and read as a regular file"
            }
        }
    }

    private var faults: [Fault: (count: Int, first: String)] = [:]
    private var sentencesOfAll: [String] = []

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

    /// Records a problem of the archive as a whole.
    mutating func note(_ sentence: String) { sentencesOfAll.append(sentence) }

    /// All problems; names in them are not sanitized.
    var sentences: [String] {
        sentencesOfAll
            + Fault.allCases.compactMap { fault in
                faults[fault].map { found in
                    let others = found.count > 1 ? ", and \(found.count - 1) more" : ""
                    return "\(fault.words): \(found.first)\(others)"
                }
            }
    }
}

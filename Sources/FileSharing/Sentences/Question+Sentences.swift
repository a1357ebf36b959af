import ContainerModel
import FileTree
import Transactions

extension DestinationQuestion {
    /// Returns what is wrong with the destination, and what the user may have meant.
    /// - Parameter path: Formats a path of this computer.
    package func sentence(showing path: ([UInt8]) -> String) -> String {
        let name = path(item.hostPath)
        guard places.isEmpty else {
            let isOne = places.count == 1
            return "\(name): \(placeNames) \(isOne ? "is" : "are") in the container already, as "
                + "\(isOne ? "a place" : "places") of it. Did you mean to merge the contents of the "
                + "\(isOne ? "directory" : "directories") into \(isOne ? "it" : "them")?"
        }
        if let suggestion { return "\(Self.missing(name)). Did you mean \(path(suggestion.hostPath))?" }
        guard !canBeName, !canBeDirectory else { return Self.missing(name) }
        let around = item.hostPath.lastIndex(of: 0x2f).map { Array(item.hostPath[..<$0]) } ?? []
        return Self.missing(name, notIn: path(around.isEmpty ? [0x2f] : around))
    }
}

extension DestinationQuestion {
    /// Returns an answer in words.
    /// - Parameter path: Formats a path of this computer.
    package func title(of answer: Answer, showing path: ([UInt8]) -> String) -> String {
        switch answer {
        case .suggestion: "Yes, \(suggestion.map { path($0.hostPath) } ?? "that")"
        case .name: "No, it is the new name of the item"
        case .directory: "No, create the directory \(path(item.hostPath))"
        case .places: "Yes, merge them into \(placeNames)"
        case .inside: "No, put them into \(inside.map { path($0.hostPath) } ?? "it") as they are"
        }
    }

    /// The names of the places: "Documents, Library and tmp".
    package var placeNames: String {
        let names = places.map { String(decoding: $0.name, as: UTF8.self) }
        return names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "") + (names.last ?? "")
    }

    /// Returns the sentence for a destination that does not exist.
    /// - Parameter directory: The directory around it, if that does not exist either.
    package static func missing(_ name: String, notIn directory: String? = nil) -> String {
        "\(name): no such file or directory" + (directory.map { "; nor is there a directory \($0)" } ?? "")
    }
}

extension ConflictQuestion {
    /// The existing item: "a file of 1,234 bytes", "a directory".
    package var occupant: String {
        conflict.kind == .file ? "a file of \(ByteCount.exact(conflict.size))" : conflict.kind.withArticle
    }

    /// Returns the answer that takes an offer.
    /// - Parameter name: Formats the name of an item.
    package func title(of offer: ConflictAnswers.Offer, showing name: ([UInt8]) -> String) -> String {
        switch (offer.policy, offer.isForAll) {
        case (.skip, false): "Skip: keep the existing item"
        case (.skip, true): "Skip all \(offer.count)"
        case (.keepBoth, false):
            conflict.otherName.map { "Keep both: the new item becomes \(name($0))" } ?? "Keep both"
        case (.keepBoth, true): "Keep both of all \(offer.count)"
        case (.replace, false) where conflict.changesKind:
            "Replace the \(conflict.kind.title) (which goes to the trash)"
        case (.replace, false): "Replace: the existing item goes to the trash"
        case (.replace, true): "Replace all \(offer.count)"
        case (.ask, _): "Decide later"
        }
    }

    /// What replacing does to the existing item.
    package var consequenceOfReplacing: String {
        conflict.changesKind
            ? "Replacing it moves the \(conflict.kind.title) to the trash and puts \(conflict.newKind.withArticle) in its place."
            : "Replacing it moves the existing item to the trash."
    }

    /// The message that the name is taken, if the user cannot be asked.
    package var refusal: String {
        conflict.changesKind
            ? "\(conflict.kind.withArticle) already exists, and \(conflict.newKind.withArticle) would replace it"
            : "an item of that name already exists"
    }
}

import ContainerModel
import Documents
import FileTree
import Formats

/// What a new file holds: a first launch shows in its settings, databases and cookies.
extension SideComparison {
    /// Returns the keys of a new property list, the tables of a new database with the numbers of their rows, or new cookies;
    /// empty for any other file.
    func contents(ofNew item: SideItem, on side: ComparedTree) -> [Difference] {
        guard options.opensNew, item.status.kind == .file, item.status.size > 0,
            let file = try? side.file(at: item.path)
        else { return [] }
        let isTable = file.isDatabase || file.signature?.kind == .cookies
        guard isTable || file.mayBePropertyList else { return [] }
        let document = DocumentReaders.read(file, within: .unlimited(cancellation))
        guard isTable || document.propertyList != nil else { return [] }
        var found: [Difference] = []
        let contents = ContentsComparison(options, cancellation: cancellation) {
            found.append($0)
            return true
        }
        // That it is new is told in any case.
        try? contents.reportAdded(document)
        for reason in document.losses {
            note(
                side.relative(item.path), "not read in full: \(reason)", isDamage: true,
                isBefore: side === before)
        }
        return found
    }
}

extension DocumentSource {
    /// Whether it begins as a property list does.
    fileprivate var mayBePropertyList: Bool {
        switch PropertyListFormat(recognizing: head) {
        case .binary, .xml, .xmlUTF16: true
        case .otherBinary, .openStep, nil: false
        }
    }
}

extension Difference {
    /// The number of values in a new file that are told unless all are wanted.
    package static let maxAdded = 20

    /// Returns this difference, and what the new file holds that it is about.
    /// - Parameter tellsAll: Whether all of that is told; otherwise, the last difference says how much more there is.
    package func withContents(reportsAll: Bool) -> [Difference] {
        let shown = reportsAll ? contents[...] : contents.prefix(Self.maxAdded)
        var result = [self] + shown
        result[0].contents = []
        let more = contents.count - shown.count
        if more > 0 {
            var rest = Difference(.added, .value)
            rest.note = "\(Pluralized.some(more, "more value")); --json has all"
            result.append(rest)
        }
        for index in result.indices.dropFirst() {
            (result[index].path, result[index].name) = (path, name)
            (result[index].kind, result[index].badges) = (kind, badges)
            result[index].follows = true
        }
        return result
    }
}

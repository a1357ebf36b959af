import ContainerModel
import FileTree
import FoundationEssentials
import Jobs

/// A path in a report: as text and, if it is not valid UTF-8, also as bytes.
struct ReportedPath: Encodable {
    let path: String
    let pathBytes: Data?

    init(_ bytes: [UInt8]) {
        path = String(decoding: bytes, as: UTF8.self)
        pathBytes = path.utf8.elementsEqual(bytes) ? nil : Data(bytes)
    }
}

extension Encodable {
    /// Encodes this value, which must encode as an object, and adds `values` to the same object, skipping nil values.
    fileprivate func encode(to encoder: any Encoder, with values: KeyValuePairs<String, (any Encodable)?>) throws {
        try encode(to: encoder)
        var container = encoder.container(keyedBy: AnyKey.self)
        for case (let key, let value?) in values { try container.encode(value, forKey: AnyKey(stringValue: key)) }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension TransactionID: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension Change: Encodable {
    /// The change in one or two words.
    package var verb: String {
        switch self {
        case .copy: "copy"
        case .move: "move"
        case .trash: "trash"
        case .makeDirectory: "make directory"
        case .writeFile: "write file"
        case .setAttribute(_, _, nil): "remove attribute"
        case .setAttribute: "set attribute"
        case .setStatus: "set mode and time"
        }
    }

    private enum Key: String, CodingKey { case change, source, target, attribute, bytes }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(verb, forKey: .change)
        try container.encodeIfPresent(source.map { ReportedPath($0.hostPath) }, forKey: .source)
        try container.encodeIfPresent(target.map { ReportedPath($0.hostPath) }, forKey: .target)
        if case .setAttribute(_, let name, _) = self { try container.encode(name, forKey: .attribute) }
        if case .writeFile(_, let contents) = self { try container.encode(contents.count, forKey: .bytes) }
    }
}

extension Plan.Conflict: Encodable {
    private enum Key: String, CodingKey { case kind, newKind, size, modified, decision, otherName }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind.title, forKey: .kind)
        try container.encode(newKind.title, forKey: .newKind)
        try container.encode(size, forKey: .size)
        try container.encodeIfPresent(ISO8601.text(secondsSince1970: modified), forKey: .modified)
        try container.encode(decision, forKey: .decision)
        try container.encodeIfPresent(otherName.map { ReportedPath($0) }, forKey: .otherName)
    }
}

extension Plan.Item: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try change.encode(
            to: encoder, with: ["kind": kind.title, "method": method, "counts": counts, "conflict": conflict])
    }
}

extension ChangeBatch: Encodable {
    private enum Key: String, CodingKey { case change, directory, target, attribute, items }

    /// The change to each item in one or two words.
    package var verb: String {
        switch kind {
        case .copy: "copy"
        case .move: "move"
        case .trash: "trash"
        case .setAttribute(_, nil): "remove attribute"
        case .setAttribute: "set attribute"
        }
    }

    /// Encodes the directories and the number of items, but not the names: there may be a million.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(verb, forKey: .change)
        try container.encode(ReportedPath(directory.hostPath), forKey: .directory)
        try container.encodeIfPresent(target.map { ReportedPath($0.hostPath) }, forKey: .target)
        if case .setAttribute(let name, _) = kind { try container.encode(name, forKey: .attribute) }
        try container.encode(items.count, forKey: .items)
    }
}

extension Plan.Batch: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder, with: ["method": method, "counts": counts])
    }
}

extension Outcome.BatchOutcome: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var results: [String: Int] = [:]
        for result in Outcome.ItemOutcome.Result.allCases where count(result) > 0 {
            results[result.rawValue] = count(result)
        }
        try change.encode(to: encoder, with: ["results": results])
    }
}

extension Plan.Refusal: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder, with: ["code": code, "reason": reason])
    }
}

extension Plan.Warning: Encodable {
    /// The warning as a sentence. Names in it are not safe for a terminal.
    package var text: String {
        func name(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        return switch self {
        case .littleSpace(let address, let needed, let available):
            "\(name(address.hostPath)): \(ByteCount.exact(needed)) are needed and \(ByteCount.exact(available)) are free"
        case .mergedNames(let directory, let one, let other):
            "\(name(directory.hostPath)): \((NameEquality(one, other) ?? .letterCase).systems) take \(name(one)) and "
                + "\(name(other)) for the same name"
        case .unreadable(let address, let reason): "\(name(address.hostPath)): cannot be read: \(reason)"
        case .special(let address, let kind): "\(name(address.hostPath)): \(kind.withArticle), which is not copied"
        case .willNotBeMoved(let address):
            "\(name(address.hostPath)): will not be moved, since not all of it can be copied to another file system"
        }
    }

    private enum Key: String, CodingKey { case warning, text, path, names, difference, needed, available }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(text, forKey: .text)
        switch self {
        case .littleSpace(let address, let needed, let available):
            try container.encode("little space", forKey: .warning)
            try container.encode(ReportedPath(address.hostPath), forKey: .path)
            try container.encode(needed, forKey: .needed)
            try container.encode(available, forKey: .available)
        case .mergedNames(let directory, let one, let other):
            try container.encode("merged names", forKey: .warning)
            try container.encode(ReportedPath(directory.hostPath), forKey: .path)
            try container.encode([ReportedPath(one), ReportedPath(other)], forKey: .names)
            try container.encodeIfPresent(NameEquality(one, other), forKey: .difference)
        case .unreadable(let address, _):
            try container.encode("unreadable", forKey: .warning)
            try container.encode(ReportedPath(address.hostPath), forKey: .path)
        case .special(let address, _):
            try container.encode("special", forKey: .warning)
            try container.encode(ReportedPath(address.hostPath), forKey: .path)
        case .willNotBeMoved(let address):
            try container.encode("will not be moved", forKey: .warning)
            try container.encode(ReportedPath(address.hostPath), forKey: .path)
        }
    }
}

extension Plan: Encodable {
    private enum Key: String, CodingKey {
        case title, actor, onError, items, batches, refusals, warnings, warningCount, undoLimits, counts
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind.title, forKey: .title)
        try container.encode(actor, forKey: .actor)
        try container.encode(onError, forKey: .onError)
        try container.encode(toldItems, forKey: .items)
        if !batches.isEmpty { try container.encode(batches, forKey: .batches) }
        try container.encode(refusals, forKey: .refusals)
        try container.encode(warnings.first, forKey: .warnings)
        try container.encode(warnings.count, forKey: .warningCount)
        try container.encode(undoLimits, forKey: .undoLimits)
        try container.encode(counts, forKey: .counts)
    }
}

extension Outcome.ItemOutcome: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder, with: ["result": result])
    }
}

extension Outcome.Failure: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try ReportedPath(hostPath).encode(to: encoder, with: ["reason": reason, "errno": errno])
    }
}

extension Outcome.Note: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try ReportedPath(hostPath).encode(to: encoder, with: ["note": text])
    }
}

extension Outcome: Encodable {
    private enum Key: String, CodingKey {
        case id, title, state, items, batches, failures, failureCount, notes, noteCount, counts
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encode(state, forKey: .state)
        try container.encode(items, forKey: .items)
        if !batches.isEmpty { try container.encode(batches, forKey: .batches) }
        try container.encode(failures.first, forKey: .failures)
        try container.encode(failures.count, forKey: .failureCount)
        try container.encode(notes.first, forKey: .notes)
        try container.encode(notes.count, forKey: .noteCount)
        try container.encode(counts, forKey: .counts)
    }
}

extension JournalEntry: Encodable {
    private enum Key: String, CodingKey { case id, time, title, actor, containers, items, itemCount, state }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(ISO8601.text(secondsSince1970: time), forKey: .time)
        try container.encode(title, forKey: .title)
        try container.encode(actor, forKey: .actor)
        try container.encode(containers.map { ReportedPath($0) }, forKey: .containers)
        try container.encode(items, forKey: .items)
        try container.encode(itemCount, forKey: .itemCount)
        try container.encode(state, forKey: .state)
    }
}

extension JournalEntry.Item: Encodable {
    private enum Key: String, CodingKey { case change, source, target }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(verb, forKey: .change)
        try container.encode(ReportedPath(hostPath), forKey: .source)
        try container.encodeIfPresent(newHostPath.map { ReportedPath($0) }, forKey: .target)
    }
}

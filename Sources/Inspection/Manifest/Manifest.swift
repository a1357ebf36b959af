import ContainerModel
import Formats

/// A manifest as a text: JSON lines, in ASCII. The first one is `head`; a line for each item follows, and the totals,
/// by which a manifest that lost its end is recognized.
package enum Manifest {
    /// The algorithm of the digests, as the first line names it.
    private static let digest = "SHA-256"

    /// The first line.
    package static let head = Array(#"{"manifest":"sandglass","version":1,"digest":"SHA-256"}"#.utf8)

    /// The first line of a manifest of what containers hold, as apps see it, and not of the files that hold them.
    package static let containersHead = Array(
        #"{"manifest":"sandglass","version":1,"digest":"SHA-256","of":"containers"}"#.utf8)

    /// Returns whether a text begins as a manifest of what containers hold.
    package static func isOfContainers(_ text: [UInt8]) -> Bool {
        let first = text.split(separator: 0x0a, maxSplits: 1).first ?? []
        guard let about = try? JSONReader.read(Array(first)), case .string("containers")? = about["of"] else {
            return false
        }
        return true
    }

    /// Returns the last line.
    package static func end(_ totals: ManifestReader.Totals) -> [UInt8] {
        Array(#"{"items":\#(totals.items),"files":\#(totals.files),"bytes":\#(totals.bytes)}"#.utf8)
    }

    /// The reason why a text is not a manifest.
    package struct Problem: Error, Hashable, Sendable {
        /// The problem, as the end of a sentence.
        package let message: String
    }

    /// Returns the lines of the items.
    /// - Throws: `Problem` if the text is not a manifest, or is incomplete.
    package static func items(_ text: [UInt8]) throws(Problem) -> [ArraySlice<UInt8>] {
        var lines = text.split(separator: 0x0a)
        guard let first = lines.first, let about = try? JSONReader.read(Array(first)),
            case .string("sandglass")? = about["manifest"]
        else { throw Problem(message: "not a manifest of `sandglass hash`") }
        guard case .number(JSONNumber(1))? = about["version"] else {
            throw Problem(message: "a manifest from a later version of sandglass")
        }
        guard case .string(digest)? = about["digest"] else {
            throw Problem(message: "a manifest whose digests are not \(digest)")
        }
        lines.removeFirst()
        guard let last = lines.popLast(), let totals = try? JSONReader.read(Array(last)),
            case .number(let number)? = totals["items"], totals["path"] == nil
        else { throw Problem(message: "truncated manifest") }
        let count = Int(number.text)
        guard count == lines.count else {
            let said = count.map { Pluralized.some($0, "item") } ?? "\(number.text) items"
            throw Problem(message: "a manifest of \(said) that lists \(lines.count)")
        }
        return lines
    }
}

extension JSONValue {
    /// Returns the value of a member of an object.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

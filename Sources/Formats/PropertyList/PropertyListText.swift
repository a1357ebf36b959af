/// A binary property list as XML that a person edits, and the way back.
///
/// XML cannot hold all that a binary list can: fractions of a second, sets, control characters. Unedited parts keep
/// their original values, whatever the text shows of them.
package struct PropertyListText: Sendable {
    /// The list as XML.
    package let text: [UInt8]

    private let limits: PropertyListLimits
    private let original: PropertyListValue
    /// The value that a reader gets from the unedited text.
    private let given: PropertyListValue

    /// Decodes a binary list.
    /// - Throws: `PropertyListError` if it is damaged or exceeds a limit, or if its text would be ambiguous.
    package init(binary bytes: [UInt8], limits: PropertyListLimits = .standard) throws(PropertyListError) {
        guard bytes.count <= limits.bytes else {
            let message = "a property list of more than \(limits.bytes) bytes"
            throw PropertyListError(.tooLarge, message, offset: limits.bytes)
        }
        self.limits = limits
        original = try PropertyListReader.readExactly(binary: bytes, limits: limits)
        text = PropertyListWriter.xml(original)
        given = try PropertyListReader.read(text, limits: limits)
        guard PropertyListMerge.isUnambiguous(original, as: given) else {
            throw PropertyListError(.unsupported, "a dictionary with keys that look the same in XML", offset: 0)
        }
    }

    /// The list as it is written if nothing was edited.
    package var unedited: [UInt8] { PropertyListWriter.binary(original) }

    /// Returns the binary list that an edited text stands for; nil if no value was changed.
    /// - Parameter edited: XML, or a binary list, which is returned as it is.
    /// - Throws: `PropertyListError` if the text cannot be read, with the line and column.
    package func binary(from edited: [UInt8]) throws(PropertyListError) -> [UInt8]? {
        let value = try PropertyListReader.read(edited, limits: limits)
        if PropertyListFormat(recognizing: edited) == .binary { return edited }
        let merge = PropertyListMerge.restore(value, given: given, original: original)
        return merge.isUnchanged ? nil : PropertyListWriter.binary(merge.value)
    }
}

import Formats

/// Extended attributes of tar entries, as libarchive gives them.
///
/// A header has them in the form of star, `SCHILY.xattr.NAME`, which GNU tar writes as well, or in libarchive's own,
/// `LIBARCHIVE.xattr.NAME`. libarchive does not tell which was which.
enum TarAttributes {
    typealias Attribute = (name: [UInt8], value: [UInt8])

    /// Returns attributes that are in the form of star alone, under their names: in these, GNU tar writes `%25` for `%`,
    /// and `%3D` for `=`.
    static func fromStar(_ attributes: [Attribute]) -> [Attribute] {
        attributes.map { attribute in
            let name = PercentEncoding.decoded(attribute.name[...]) { digits in
                digits.elementsEqual("25".utf8) || digits.elementsEqual("3D".utf8)
            }
            return (name, attribute.value)
        }
    }

    /// Returns attributes that are in both forms, each once.
    ///
    /// libarchive writes the two of an attribute one after the other, with escapes for all but printable ASCII in both
    /// names, and reads them without the escapes in its own form, but with them in that of star.
    static func fromBothForms(_ attributes: [Attribute]) -> [Attribute] {
        var found: [Attribute] = []
        var rest = attributes[...]
        while let one = rest.popFirst() {
            guard let other = rest.first, one.value == other.value else {
                found.append(one)
                continue
            }
            if PercentEncoding.decoded(one.name[...]) == other.name {
                found.append(other)
                rest.removeFirst()
            } else {
                found.append(one)
                if PercentEncoding.decoded(other.name[...]) == one.name { rest.removeFirst() }
            }
        }
        return found
    }
}

/// A value in an outline, in the terms that the formats share: property lists, archived objects, JSON, cookies.
package enum OutlineValue: Sendable {
    /// A collection or an object: what it is, "dictionary" or a class name.
    case group(String)
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    /// A number as it is written.
    case number(String)
    case string(String)
    case date(secondsSince1970: Double)
    case data([UInt8])
    /// A reference to something else, described.
    case reference(String)
}

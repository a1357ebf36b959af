/// A JSON value. Numbers are kept as they are written, since no type holds all of them.
package enum JSONValue: Sendable {
    case null
    case boolean(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// The members in their order, with repeated names.
    case object([Member])

    /// A member of an object.
    package struct Member: Sendable {
        /// The name.
        package let name: String
        /// The value.
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

/// A value of JavaScript as WebKit stores it in IndexedDB.
package indirect enum ScriptValue: Hashable, Sendable {
    /// A value with its name in the value around it.
    package struct Member: Hashable, Sendable {
        /// The name of a property, the index in an array or set, or the key of a map as text.
        package let name: String
        package let value: ScriptValue

        package init(_ name: String, _ value: ScriptValue) {
            self.name = name
            self.value = value
        }
    }

    case undefined
    case null
    case boolean(Bool)
    case integer(Int32)
    case real(Double)
    /// A `BigInt` as text.
    case bigInteger(String)
    case string(String)
    case date(millisecondsSince1970: Double)
    /// An `ArrayBuffer`.
    case bytes([UInt8])
    /// An `Array` without gaps or a `Set`, with its name.
    case list(String, [Member])
    /// Anything else that has members, with its name: `Object`, `Map`, `File`, `RegExp`, `Uint8Array`.
    case record(String, [Member])
    /// An array, object or buffer that occurs before: its number in the order of their beginnings, from 0.
    case reference(Int)
}

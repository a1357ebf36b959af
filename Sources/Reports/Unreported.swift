/// A property that a report has for the program, and that JSON does not have.
@propertyWrapper
package struct Unreported<Value: Sendable>: Sendable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Unreported: Equatable where Value: Equatable {}
extension Unreported: Hashable where Value: Hashable {}

extension Unreported: Encodable {
    /// Encodes nothing.
    package func encode(to _: any Encoder) {}
}

extension KeyedEncodingContainer {
    /// Leaves the property out; this is what the compiler calls for it when it makes the encoding of a report.
    package mutating func encode<Value>(_: Unreported<Value>, forKey _: Key) {}
}

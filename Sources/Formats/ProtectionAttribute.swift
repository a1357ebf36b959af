/// The extended attribute in which a copy of a file on this computer keeps its data protection class, which file systems of
/// other systems do not have. Only this program writes and reads it.
package enum ProtectionAttribute {
    /// The name on this computer; the value is the number of the class in decimal digits.
    package static let name = Array("user.\(deviceName)".utf8)

    /// The name without the prefix that it needs on this computer.
    package static let deviceName = "dev.sandglass.protection-class"

    /// Returns the value for the number of a class.
    package static func value(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }

    /// Returns the number in a value; nil if it is none of a class.
    package static func number(_ value: [UInt8]) -> Int? {
        Int(String(decoding: value, as: UTF8.self)).flatMap { (1...4).contains($0) ? $0 : nil }
    }
}

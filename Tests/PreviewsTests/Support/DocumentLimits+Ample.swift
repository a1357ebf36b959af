@testable import Documents

extension DocumentLimits {
    /// More time than any of the tests' documents takes, on however busy a machine.
    static var ample: DocumentLimits { DocumentLimits(milliseconds: 60_000) }
}

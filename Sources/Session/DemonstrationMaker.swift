/// Makes the demonstration for a session that asks for it. A room above this one knows how.
package struct DemonstrationMaker: Sendable {
    /// The reason why it could not be made: a sentence for the user.
    package struct Failure: Error, Hashable, Sendable {
        package let message: String

        package init(_ message: String) { self.message = message }
    }

    /// Makes the demonstration, unless that has been done already, and returns the path of its container. Blocks.
    let make: @Sendable () -> Result<[UInt8], Failure>
    /// Returns whether a path of this computer is in the demonstration that was made.
    let contains: @Sendable ([UInt8]) -> Bool

    package init(
        make: @escaping @Sendable () -> Result<[UInt8], Failure>, contains: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        self.make = make
        self.contains = contains
    }
}

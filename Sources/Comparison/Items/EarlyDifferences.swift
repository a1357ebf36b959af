/// Where a comparison tells what it finds at once, before it is known which of the items added and removed were moved.
///
/// Once differences are no longer held back, they are told in the ordinary way alone.
struct EarlyDifferences {
    /// Receives a difference.
    let receive: (Difference) -> Void
    /// Called between two items, whether anything differs or not.
    let reachedItem: () -> Void
}

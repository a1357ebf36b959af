/// A string that equals another only if its bytes do.
///
/// Swift's `==` takes precomposed and decomposed characters for the same; property lists and file systems do not.
struct ExactString: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: ExactString, right: ExactString) -> Bool {
        // The counts are at hand and tell most strings apart.
        left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let done: Void? = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
        // Every native string is contiguous; should one not be, it must still hash as its bytes.
        if done == nil { Array(string.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
}

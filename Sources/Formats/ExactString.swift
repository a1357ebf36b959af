/// A string that is compared by its bytes.
///
/// Swift's `==` treats precomposed and decomposed characters as equal; property lists and file systems do not.
struct ExactString: Hashable {
    let string: String

    init(_ string: String) { self.string = string }

    static func == (left: ExactString, right: ExactString) -> Bool {
        // Comparing the counts first is cheap and distinguishes most strings.
        left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let done: Void? = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
        // Native strings are always contiguous; hash any other one by its bytes as well.
        if done == nil { Array(string.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
}

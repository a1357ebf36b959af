extension StringProtocol {
    /// The text with a capital at its beginning; the rest stays as it is.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

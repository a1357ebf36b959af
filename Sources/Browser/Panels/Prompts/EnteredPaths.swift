/// The paths that were entered in prompts in this session.
struct EnteredPaths: Sendable {
    private static let maximum = 100

    /// The last one last.
    private var paths: [PathRealm: [[UInt8]]] = [:]
    /// The path that was entered last for a use and has led nowhere yet, to be offered again.
    private(set) var unsettled: [PathUse: [UInt8]] = [:]

    /// Remembers the path that was entered in a prompt.
    mutating func note(_ prompt: Prompt, _ realm: PathRealm) {
        let path = prompt.bytes
        guard !path.isEmpty else { return }
        let others = paths[realm, default: []].filter { $0 != path }
        paths[realm] = (others + [path]).suffix(Self.maximum)
        if let use = prompt.purpose.use { unsettled[use] = path }
    }

    /// Notes that the path entered for a use has led somewhere, and need not be offered again.
    mutating func settle(_ use: PathUse) { unsettled[use] = nil }

    /// Puts a path into the prompt that was entered before, or after it the user's own text again.
    /// - Parameter step: -1 for the path before, 1 for the next one.
    func recall(_ step: Int, in prompt: inout Prompt, _ realm: PathRealm) {
        guard let entered = paths[realm] else { return }
        let present = prompt.recalled ?? entered.count
        let wanted = min(max(0, present + step), entered.count)
        guard wanted != present else { return }
        if prompt.recalled == nil { prompt.draft = prompt.bytes }
        prompt.recalled = wanted == entered.count ? nil : wanted
        prompt.replace(with: prompt.recalled.map { entered[$0] } ?? prompt.draft)
    }
}

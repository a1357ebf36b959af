import Screen

extension Prompt {
    /// What a text is entered for. Each is a value beside the action that asks for it.
    struct Purpose: Hashable, Sendable {
        /// Does something with a prompt, which is off the screen unless it is put there again.
        typealias Handler = @Sendable (Prompt, inout BrowserState) -> [BrowserEffect]

        /// Tells it from other purposes.
        let name: String
        /// What is before the text.
        let label: String
        /// How the path is written that is entered; nil for another text.
        let path: PathSpelling?
        /// What the path is entered for, if one that leads nowhere is offered again.
        let use: PathUse?
        /// Whether the text is a regular expression; nil if it cannot be one.
        let isExpression: Bool?
        /// Whether an empty text is accepted, too. If not, it does nothing.
        let takesEmpty: Bool
        /// Handles the accepted text.
        let accept: Handler
        /// Handles leaving the prompt.
        let cancel: Handler

        init(
            _ name: String, _ label: String, path: PathSpelling? = nil, use: PathUse? = nil,
            isExpression: Bool? = nil, takesEmpty: Bool = false, cancel: @escaping Handler = { _, _ in [] },
            accept: @escaping Handler
        ) {
            self.name = name
            self.label = label
            self.path = path
            self.use = use
            self.isExpression = isExpression
            self.takesEmpty = takesEmpty
            self.cancel = cancel
            self.accept = accept
        }

        static func == (one: Purpose, other: Purpose) -> Bool { one.name == other.name && one.label == other.label }

        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

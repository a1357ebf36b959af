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
        /// The label up to the name in it that may be cut, the name, and the rest.
        private let parts: (start: String, name: [UInt8], end: String)
        /// How the path is written that is entered; nil for another text.
        let path: PromptedPath?
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
            _ name: String, _ label: String, about subject: [UInt8] = [], _ rest: String = "",
            path: PromptedPath? = nil, use: PathUse? = nil, isExpression: Bool? = nil, takesEmpty: Bool = false,
            cancel: @escaping Handler = { _, _ in [] }, accept: @escaping Handler
        ) {
            self.name = name
            self.label = label + DisplayText(bytes: subject).description + rest
            parts = (label, subject, rest)
            self.path = path
            self.use = use
            self.isExpression = isExpression
            self.takesEmpty = takesEmpty
            self.cancel = cancel
            self.accept = accept
        }

        /// Returns what is before the text; without room for all of it, a name in it is cut.
        func label(columns: Int, _ screen: ScreenContext) -> DisplayText {
            let (start, name, end) = (screen.text(parts.start), screen.display(parts.name), screen.text(parts.end))
            let room = max(Self.minName, columns - start.width - end.width)
            return start + screen.cutAtSlashes(name, to: room) + end
        }

        /// The fewest columns that still tell which name it is.
        private static let minName = 8

        static func == (one: Purpose, other: Purpose) -> Bool { one.name == other.name && one.label == other.label }

        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

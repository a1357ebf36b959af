/// A command line that a person wrote, split into words as a shell splits it (POSIX, Shell Command Language, 2.2 "Quoting"), for
/// programs that run without a shell.
///
/// Names take the place of whole words or of parts of them after that, so nothing in a name can end a word or mean anything.
/// What only a shell could carry out is refused, since a program would take it for an argument.
package struct CommandTemplate: Hashable, Sendable {
    /// Why a line is not a command.
    package enum Mistake: Error, Hashable, Sendable {
        /// There is no word.
        case empty
        /// A quotation mark, this one, has no counterpart.
        case unfinishedQuotation(Unicode.Scalar)
        /// The line ends in a backslash.
        case unfinishedEscape
        /// It has this character of the shell's, not quoted.
        case needsShell(Unicode.Scalar)

        /// What is wrong, and what to do.
        package var message: String {
            switch self {
            case .empty: "it names no program"
            case .unfinishedQuotation(let mark): "the \(mark) is unmatched"
            case .unfinishedEscape: "it ends in a backslash"
            case .needsShell(let character):
                "no shell runs it, so \(character) has no meaning: quote it, or name a script or sh -c '…' instead"
            }
        }
    }

    private enum Piece: Hashable {
        case text([UInt8])
        case paths, home
    }

    private let words: [[Piece]]

    /// Splits a command line.
    /// - Parameter line: The line. Outside of quotation marks, blanks separate words and a backslash takes the meaning from
    ///   what follows. Each `%`, quoted or not, stands for a path, and `%%` for a `%`.
    /// - Throws: `Mistake`
    package init(_ line: [UInt8]) throws(Mistake) {
        var words: [[Piece]] = []
        var word: [Piece]?
        var quotation: UInt8?
        var rest = line[...]

        func add(_ byte: UInt8) {
            var pieces = word ?? []
            if case .text(let text)? = pieces.last {
                pieces[pieces.count - 1] = .text(text + [byte])
            } else {
                pieces.append(.text([byte]))
            }
            word = pieces
        }

        while let byte = rest.popFirst() {
            switch (byte, quotation) {
            case (UInt8(ascii: "%"), _):
                if rest.first == byte {
                    rest.removeFirst()
                    add(byte)
                } else {
                    word = (word ?? []) + [.paths]
                }
            case (_, byte?):
                quotation = nil
            case (UInt8(ascii: "\\"), nil):
                guard let next = rest.popFirst() else { throw .unfinishedEscape }
                add(next)
            case (UInt8(ascii: "\\"), UInt8(ascii: "\"")) where rest.first.map { "\"\\$`".utf8.contains($0) } == true:
                add(rest.removeFirst())
            case (_, .some):
                add(byte)
            case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil):
                quotation = byte
                word = word ?? []
            case (0x09, nil), (0x0a, nil), (0x20, nil):
                if let word { words.append(word) }
                word = nil
            case (UInt8(ascii: "~"), nil) where word == nil && rest.first == UInt8(ascii: "/"):
                word = [.home]
            case (_, nil):
                guard !"|&;<>()$`".utf8.contains(byte) else { throw .needsShell(Unicode.Scalar(byte)) }
                add(byte)
            }
        }
        if let quotation { throw .unfinishedQuotation(Unicode.Scalar(quotation)) }
        if let word { words.append(word) }
        guard !words.isEmpty else { throw .empty }
        self.words = words
    }

    /// Creates a command that has a shell run a line.
    package init(shellLine line: [UInt8]) {
        words = [[.text(Array("sh".utf8))], [.text(Array("-c".utf8))], [.text(line)]]
    }

    /// Returns the words of the command. A word with placeholders is repeated for each path; without any in the line, the
    /// paths follow.
    /// - Parameter home: What takes the place of an unquoted `~` at the beginning of a path; nil leaves it there.
    package func words(with paths: [[UInt8]], home: [UInt8]?) -> [[UInt8]] {
        func filled(_ word: [Piece], with path: [UInt8] = []) -> [UInt8] {
            word.flatMap { piece in
                switch piece {
                case .text(let text): text
                case .paths: path
                case .home: home ?? [UInt8(ascii: "~")]
                }
            }
        }
        let isFilled = words.contains { $0.contains(.paths) }
        return words.flatMap { word in word.contains(.paths) ? paths.map { filled(word, with: $0) } : [filled(word)] }
            + (isFilled ? [] : paths)
    }
}

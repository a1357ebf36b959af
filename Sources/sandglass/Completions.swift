import ArgumentParser
import Configuration
import FileSharing
import Transactions

/// Completions that the program finds out when a shell asks for them.
enum Completions {
    /// The themes: those that are built in, and the user's own.
    static let themes = CompletionKind.custom { _, _, _ in shown(ThemeLoader().list().map(\.name)) }

    /// The containers that operations of the journal concerned, the last ones first.
    static let usedContainers = CompletionKind.custom { _, _, _ in
        let entries = (try? OperationPipeline(OpenRoots()).history()) ?? []
        var known: Set<[UInt8]> = []
        var paths: [String] = []
        for path in entries.reversed().flatMap(\.containers) where known.insert(path).inserted {
            if let text = String(validating: path, as: UTF8.self) { paths.append(text) }
        }
        return shown(paths)
    }

    /// The commands that have a page in the manual.
    static let commands = CompletionKind.custom { _, _, _ in
        ((try? CommandDescription.program())?.all ?? []).map { $0.words.dropFirst().joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    /// Returns the words that a shell can insert: a line break would begin another one.
    private static func shown(_ words: [String]) -> [String] {
        words.filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } }
    }
}

import ArgumentParser
import Configuration
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Screen
import System
import Transactions

/// Completions that the program finds out when a shell asks for them.
enum Completions {
    /// The themes: those that are built in, and the user's own.
    static let themes = CompletionKind.custom { _, _, _ in shown(ThemeLoader().list().map(\.name)) }

    /// The values of `--theme`: the themes, and the one that suits the terminal.
    static let themesAndAuto = CompletionKind.custom { _, _, _ in
        shown([ThemeLoader.automaticName] + ThemeLoader().list().map(\.name))
    }

    /// Containers and items in them: the files that the word begins to name, on this computer or in an archive, the
    /// places that iOS has there and that are absent, the containers that were open before, and what reserved words
    /// lead to.
    static let items = CompletionKind.custom { _, _, typed in shown(offers(for: unquoted(typed))) }

    /// Returns the paths that a word begins.
    static func offers(for word: String) -> [String] {
        let reserved = onDevices(word) + onHosts(word) + named(word) + atTimePoints(word)
        // What begins with a reserved word is no path of this computer, where files and places are looked for.
        if ContainerStore.isReserved(Array(word.utf8)) { return reserved }
        return files(word) + absentPlaces(word) + recent(word) + reserved
    }

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

    /// The commands and topics that have a page in the manual.
    static let pages = CompletionKind.custom { _, _, _ in
        shown(commandNames + HelpTopic.all.filter { !$0.isCommand }.map(\.name))
    }

    /// The names of all commands.
    static var commandNames: [String] {
        ((try? CommandDescription.program())?.all ?? []).map { $0.words.dropFirst().joined(separator: " ") }
            .filter { !$0.isEmpty }
    }
}

/// Completions found on the disk.
extension Completions {
    /// The maximum number of files; users do not choose among more.
    static let maxFiles = 2_000
    private static let maxRecent = 20

    /// Splits a word into the directory that it names, with the slash, and the beginning of a name in it.
    static func parts(_ word: String) -> (directory: String, name: String) {
        let end = word.lastIndex(of: "/").map { word.index(after: $0) } ?? word.startIndex
        return (String(word[..<end]), String(word[end...]))
    }

    /// Returns the path of the directory that a word names, with the home directory for `~`.
    private static func path(of directory: String) -> [UInt8] {
        guard directory.hasPrefix("~/"), let home = getenv("HOME") else {
            return directory.isEmpty ? [0x2e] : Array(directory.utf8)
        }
        return Array(String(cString: home).utf8) + directory.utf8.dropFirst()
    }

    /// - Parameter place: The path of the directory that the word names; nil for the one that it spells.
    static func files(_ word: String, in place: [UInt8]? = nil) -> [String] {
        let (directory, name) = parts(word)
        guard let tree = try? HostTree.open(place ?? path(of: directory)),
            let entries = try? tree.root.entries(path: .root)
        else { return [] }
        let wanted = Array(name.utf8)
        // bash adds the slash itself, and no blank after it.
        let slash = CompletionShell.requesting == .bash ? "" : "/"
        let order = entries.arranged(by: EntryOrder(), filter: EntryFilter(showsHidden: wanted.first == 0x2e))
        return order.lazy.map { (entries.name(Int($0)), entries.kind(Int($0))) }
            .filter { $0.0.starts(with: wanted) }.prefix(maxFiles)
            .compactMap { bytes, kind in
                String(validating: bytes, as: UTF8.self).map {
                    start(of: $0, in: directory) + $0 + (kind == .directory ? slash : "")
                }
            }
    }

    /// Returns what to write before a name: the directory that the word has, or `./` before a name that a command would
    /// take for an option, or a shell for a home directory.
    private static func start(of name: String, in directory: String) -> String {
        directory.isEmpty && (name.hasPrefix("-") || name.hasPrefix("~")) ? "./" : directory
    }

    private static func absentPlaces(_ word: String) -> [String] {
        let (directory, name) = parts(word)
        guard let (container, inside) = try? ContainerStore.locate(path(of: directory)) else { return [] }
        let description = container.description
        return RuleBook.standard.standardDirectories(in: description.kind)
            .filter { $0.parent == inside && (try? container.tree.statusIfPresent($0)) == .some(nil) }
            .compactMap { $0.lastComponent.flatMap { String(validating: $0, as: UTF8.self) } }
            .filter { $0.hasPrefix(name) }.map { directory + $0 }
    }

    private static func recent(_ word: String) -> [String] {
        guard word.isEmpty || word.hasPrefix("/") else { return [] }
        return ContainerMemoryStore().recent().filter(\.exists).prefix(maxRecent)
            .compactMap { String(validating: $0.hostPath, as: UTF8.self) }.filter { $0.hasPrefix(word) }
    }
}

/// The conventions of the shells for them.
extension Completions {
    /// Returns the words that a shell can insert, as its script takes them.
    ///
    /// bash expands each as if it had been typed, so that a name such as `$(command)` would run a command (compgen in
    /// bash(1), -W). zsh treats the text after a colon as a description. A line break would begin another word.
    static func shown(_ words: [String]) -> [String] {
        // The shell shows them as they are: nothing that controls a terminal or the direction of writing.
        let plain = words.filter { DisplayText($0).description == $0 }
        switch CompletionShell.requesting {
        case .bash: return plain.map { escaped($0) { $0.isASCII && !$0.isWordInShells } }
        case .zsh: return plain.map { escaped($0) { $0 == ":" || $0 == "\\" } }
        default: return plain
        }
    }

    /// Returns the meaning of a word that bash or zsh passes as typed, with its backslashes and quotes.
    static func unquoted(_ typed: String) -> String {
        guard CompletionShell.requesting == .bash || CompletionShell.requesting == .zsh else { return typed }
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in typed {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if quote == nil ? character == "'" || character == "\"" : character == quote {
                quote = quote == nil ? character : nil
            } else {
                word.append(character)
            }
        }
        return word
    }

    private static func escaped(_ word: String, _ isSpecial: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            if isSpecial(scalar) { text.append("\\") }
            text.append(scalar)
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Whether it is an ASCII character that no shell treats specially.
    fileprivate var isWordInShells: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "%", " ": true
        default: false
        }
    }
}

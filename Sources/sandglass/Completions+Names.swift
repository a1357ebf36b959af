import ArgumentParser
import Audit
import ContainerStore
import TimePoints

/// What has a name: containers, time points, rules.
extension Completions {
    /// Returns the names of containers that a word begins, and what is in them; empty for any other word.
    static func named(_ word: String) -> [String] {
        guard let start = ContainerName.prefix(of: Array(word.utf8)) else {
            // Who types more of a word may mean it.
            let words = ["app:", "sim:"].filter { word.count > 2 && $0.hasPrefix(word) }
            return words.isEmpty || (try? NamedContainers())?.isEmpty != false ? [] : words
        }
        let prefix = String(decoding: start, as: UTF8.self)
        let names = word.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        let simulator = prefix == "sim:" ? String(names[0]) : nil
        // After the app begins a path in its container.
        if names.count > (simulator == nil ? 1 : 2) { return items(word) }
        guard let found = try? NamedContainers() else { return [] }
        let starts: [String] =
            if let simulator, names.count > 1 {
                found.identifiers(onSimulator: simulator).map { "sim:\(simulator)/\($0)/" }
            } else if simulator != nil {
                found.simulatorNames(withIdentifiers: !names[0].isEmpty).map { "sim:\($0)/" }
            } else {
                found.identifiers.map { "app:\($0)/" }
            }
        return starts.filter { $0.hasPrefix(word) }
    }

    /// Returns the time points that a word begins with an at sign, and what is in them; empty for any other word.
    static func atTimePoints(_ word: String) -> [String] {
        guard word.hasPrefix("@") else { return [] }
        return word.contains("/") ? items(word) : timePointNames.map { "@\($0)" }.filter { $0.hasPrefix(word) }
    }

    /// Returns what is in the directory of a host that a word names; empty for any other word, and where ssh would ask.
    static func onHosts(_ word: String) -> [String] {
        guard HostAddress.isOne(Array(word.utf8)), word.dropFirst(HostAddress.prefix.count).contains("/") else {
            return []
        }
        let directory = Array(parts(word).directory.utf8)
        guard (try? ContainerStore.resolveReserved(directory)) != nil, let place = HostPath(directory) else {
            return []
        }
        return files(word, in: place.bytes)
    }

    private static var timePointNames: [String] {
        ((try? TimePointStore.current().points()) ?? []).reversed().map(\.name)
    }

    /// The names of time points.
    static let timePoints = CompletionKind.custom { _, _, _ in shown(timePointNames) }

    /// The names of time points, and what `items` offers.
    static let timePointsAndItems = CompletionKind.custom { _, _, typed in
        let word = unquoted(typed)
        return shown(timePointNames.filter { $0.hasPrefix(word) } + offers(for: word))
    }

    /// The rules of the audit and their subjects: the last one of a list with commas.
    static let auditRules = CompletionKind.custom { _, _, typed in
        let word = unquoted(typed)
        let begun = word.lastIndex(of: ",").map { String(word[...$0]) } ?? ""
        var subjects: [String] = []
        for rule in AuditRule.all where !subjects.contains(rule.subject.rawValue) {
            subjects.append(rule.subject.rawValue)
        }
        return shown((subjects + AuditRule.all.map(\.identifier)).map { begun + $0 }.filter { $0.hasPrefix(word) })
    }
}

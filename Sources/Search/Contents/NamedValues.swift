import Documents
import Formats

/// Values whose names are values themselves: of a table with a column for names and one for values, of an object with two
/// such members, as apps and formats write settings and header fields.
enum NamedValues {
    /// What members and columns with names are called, in small letters and digits; those that say it best come first.
    static let names = [
        "key", "name", "k", "n", "setting", "settingname", "settingkey", "property", "propertyname", "attribute",
        "field",
        "fieldname", "identifier", "keyname", "header", "headername", "param", "parameter", "option", "prefkey", "pref",
        "preference", "account", "id", "zkey", "zname", "zsetting", "zidentifier",
    ]
    /// What they are called beside `value` alone: titles are texts of the user interface as well.
    static let titles = ["label", "title", "ztitle"]
    /// What members and columns with their values are called.
    static let values: Set<String> = [
        "value", "val", "v", "settingvalue", "propertyvalue", "fieldvalue", "headervalue", "prefvalue", "zvalue",
        "content", "contents", "data", "string", "stringvalue", "textvalue", "blob", "zcontent", "zdata",
        "zstringvalue",
    ]
    static let titleValues: Set<String> = ["value", "val", "v", "zvalue"]

    /// The member of a key in JSON that says of which kind it is (RFC 7517, section 4.1).
    static let keyKind = "kty"

    private static let ranks = Dictionary(uniqueKeysWithValues: (names + titles).enumerated().map { ($1, $0) })

    /// The longest of the names above, with marks between their words.
    static let longest = 24
    /// The longest text that is a name.
    static let longestName = 256

    private static func rank(of name: String) -> Int? { name.utf8.count <= longest ? ranks[plain(name)] : nil }

    private static func areValues(in name: String, ofTitles: Bool) -> Bool {
        guard name.utf8.count <= longest else { return false }
        return (ofTitles ? titleValues : values).contains(plain(name))
    }

    static func plain(_ name: String) -> String {
        String(decoding: name.utf8.filter(\.isASCIILetterOrDigit).map(\.asciiLowercased), as: UTF8.self)
    }

    /// Returns which of some members or columns has the names of the others, and whether it is a title; nil if none has.
    private static func naming(among names: some Sequence<String>) -> (index: Int, isTitle: Bool)? {
        let best = names.enumerated().compactMap { index, name in rank(of: name).map { (rank: $0, index: index) } }
            .min { $0.rank < $1.rank }
        return best.map { ($0.index, $0.rank >= Self.names.count) }
    }

    /// The columns of a table with names, and with the values of these.
    struct Columns {
        let name: Int
        let values: Set<Int>

        /// Returns nil unless a table has both.
        init?(_ columns: [String]) {
            guard let naming = naming(among: columns) else { return nil }
            let values = columns.indices.filter {
                $0 != naming.index && areValues(in: columns[$0], ofTitles: naming.isTitle)
            }
            guard !values.isEmpty else { return nil }
            (name, self.values) = (naming.index, Set(values))
        }
    }

    /// What a member of an object says about the others.
    struct Members {
        private let name: String
        private let isTitle: Bool
        /// The only members that it names; empty for all that may have values.
        private let only: Set<String>

        /// Returns nil unless a member of an object names others.
        /// - Parameter isInList: Whether they are an item of a list.
        init?(_ nodes: [ValueNode], isInList: Bool) {
            // A pair as a list of two, in a list of pairs.
            if isInList, nodes.count == 2, nodes[0].name == "0", nodes[1].name == "1",
                let name = Self.text(of: nodes[0])
            {
                (self.name, isTitle, only) = (name, false, ["1"])
                return
            }
            // A private key in JSON (RFC 7517, section 4; RFC 7518, section 6.2.2).
            if nodes.contains(where: { $0.name == keyKind }) {
                (name, isTitle, only) = ("privateKey", false, ["d", "k"])
                return
            }
            // Cookies are judged as such.
            guard nodes.first?.name != "domain", let naming = naming(among: nodes.lazy.map(\.name)),
                let name = Self.text(of: nodes[naming.index])
            else { return nil }
            (self.name, isTitle, only) = (name, naming.isTitle, [])
        }

        /// Returns nil unless a list is a name with its value.
        init?(_ list: [PropertyListValue], isInList: Bool) {
            guard isInList, list.count == 2, case .string(let name) = list[0], name.utf8.count <= longestName else {
                return nil
            }
            (self.name, isTitle, only) = (name, false, ["1"])
        }

        /// Returns nil unless a member of a dictionary names others.
        init?(_ dictionary: PropertyListDictionary) {
            guard let naming = naming(among: dictionary.lazy.map(\.key)),
                case .string(let name) = Array(dictionary)[naming.index].value, name.utf8.count <= longestName
            else { return nil }
            (self.name, isTitle, only) = (name, naming.isTitle, [])
        }

        private static func text(of node: ValueNode) -> String? {
            guard case .string(let name) = node.value, name.utf8.count <= longestName else { return nil }
            return name
        }

        /// Returns the name of a member's value; nil if it is that of the member.
        func name(of member: String) -> String? {
            guard only.isEmpty else { return only.contains(member) ? name : nil }
            return areValues(in: member, ofTitles: isTitle) ? name : nil
        }
    }
}

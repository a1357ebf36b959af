package import ContainerModel

/// Formats modes as `ls` does.
package enum Permissions {
    /// Returns `rwx` for the three lowest bits.
    package static func triplet(_ bits: UInt16) -> String {
        (bits & 4 != 0 ? "r" : "-") + (bits & 2 != 0 ? "w" : "-") + (bits & 1 != 0 ? "x" : "-")
    }

    /// Returns permissions in four octal digits.
    package static func octal(_ permissions: UInt16) -> String {
        padded(String(permissions, radix: 8), to: 4, with: "0")
    }

    /// Returns ten characters: the file type and three triplets, with the set-ID and sticky bits.
    package static func text(_ status: ItemStatus) -> String {
        let text = text(status.permissions, status.kind)
        // A question mark for each of the nine bits.
        return status.knowsMode ? text : text.prefix(1) + String(repeating: "?", count: 9)
    }

    /// Returns the permissions in four octal digits; nil if they are not known.
    package static func octal(_ status: ItemStatus) -> String? {
        status.knowsMode ? octal(status.permissions) : nil
    }

    /// Returns ten characters for the permissions of an item of a kind.
    package static func text(_ permissions: UInt16, _ kind: ItemKind) -> String {
        let type: Character =
            switch kind {
            case .directory: "d"
            case .file, .unknown: "-"
            case .link: "l"
            case .fifo: "p"
            case .socket: "s"
            case .characterDevice: "c"
            case .blockDevice: "b"
            }
        var characters = Array(
            triplet(permissions >> 6) + triplet(permissions >> 3) + triplet(permissions))
        for (bit, place, letter) in [(UInt16(0o4000), 2, "s"), (0o2000, 5, "s"), (0o1000, 8, "t")]
        where permissions & bit != 0 {
            characters[place] = Character(characters[place] == "x" ? letter : letter.uppercased())
        }
        return String(type) + String(characters)
    }
}

import Formats

/// The model that newer versions of Core Data keep in the store: an `NSManagedObjectModel` as a keyed archive,
/// compressed by DEFLATE.
struct CoreDataModel {
    struct Entity {
        let name: String
        var attributes: [(name: String, type: CoreDataAttributeType)] = []
        var relationships: [Relationship] = []
    }

    struct Relationship {
        let name: String
        let destination: String?
        let inverse: String?
        let isToMany: Bool
    }

    /// The entities by name; empty for a model that has none, as of a store that only synchronizes.
    private(set) var entities: [String: Entity] = [:]

    private static let maximumBytes = 16 << 20

    /// Reads the contents of `Z_MODELCACHE`; nil if they are none of a model.
    init?(_ compressed: [UInt8]) {
        let bytes =
            compressed.starts(with: Array("bplist".utf8))
            ? compressed : try? Inflate.decompress(compressed, limit: Self.maximumBytes)
        guard let bytes, let list = try? PropertyListReader.read(bytes), let archive = KeyedArchive(list),
            let root = archive.top["root"], case .object(let fields, "NSManagedObjectModel") = archive.object(root)
        else { return nil }
        let reader = Reader(archive: archive)
        guard let all = fields.first(where: { $0.key == "NSEntities" })?.value,
            let described = reader.dictionary(all)
        else { return nil }
        for (name, value) in described { entities[name] = reader.entity(name, value) }
    }

    /// Reads the objects of a model.
    private struct Reader {
        let archive: KeyedArchive

        func entity(_ name: String, _ value: PropertyListValue) -> Entity {
            var entity = Entity(name: name)
            guard let properties = fields(value)["NSProperties"].flatMap(dictionary) else { return entity }
            for (name, value) in properties {
                guard case .object(_, let className) = archive.object(value) else { continue }
                let fields = fields(value)
                if className.hasPrefix("NSAttributeDescription") {
                    let type = fields["NSAttributeType"]?.integerValue.flatMap(CoreDataAttributeType.init(rawValue:))
                    entity.attributes.append((name, type ?? .undefined))
                } else if className.hasPrefix("NSRelationshipDescription") {
                    entity.relationships.append(relationship(name, fields))
                }
            }
            return entity
        }

        private func relationship(_ name: String, _ fields: PropertyListDictionary) -> Relationship {
            let destination =
                fields["_NSDestinationEntityName"].flatMap(string)
                ?? fields["NSDestinationEntity"].flatMap { self.fields($0)["NSEntityName"] }.flatMap(string)
            let inverse =
                fields["_NSInverseRelationshipName"].flatMap(string)
                ?? fields["NSInverseRelationship"].flatMap { self.fields($0)["NSPropertyName"] }.flatMap(string)
            let maximum = fields["NSMaxCount"]?.integerValue ?? 0
            return Relationship(name: name, destination: destination, inverse: inverse, isToMany: maximum != 1)
        }

        private func fields(_ value: PropertyListValue) -> PropertyListDictionary {
            guard case .object(let fields, _) = archive.object(value) else { return [:] }
            return PropertyListDictionary(fields.map { ($0.key, $0.value) })
        }

        private func string(_ value: PropertyListValue) -> String? {
            guard case .value(let value) = archive.object(value) else { return nil }
            return value.stringValue
        }

        private func list(_ value: PropertyListValue) -> [PropertyListValue]? {
            if case .list(let items, _) = archive.object(value) { return items }
            return nil
        }

        /// The entries of a dictionary, or of one that knows its keys in advance, with those that have names; nil for
        /// anything else, and for entries of which none has a name.
        func dictionary(_ value: PropertyListValue) -> [(String, PropertyListValue)]? {
            let pairs: [(key: PropertyListValue, value: PropertyListValue)]
            switch archive.object(value) {
            case .dictionary(let found, _): pairs = found
            case .object:
                let fields = fields(value)
                guard let keys = fields["searchMapping"].flatMap({ self.fields($0)["keys"] }).flatMap(list),
                    let values = fields["values"].flatMap(list)
                else { return nil }
                pairs = zip(keys, values).map { ($0, $1) }
            default: return nil
            }
            let named = pairs.compactMap { key, value in string(key).map { ($0, value) } }
            return named.isEmpty && !pairs.isEmpty ? nil : named
        }
    }
}

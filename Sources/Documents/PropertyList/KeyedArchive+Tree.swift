import Formats

extension KeyedArchive {
    /// The objects at the top, and below each the objects it refers to. An object with several references is written
    /// once, and opened from them.
    /// - Parameter decoders: The decoder processes of the container that the archive is from.
    /// - Returns: These, and behind them whatever else the archive has.
    func tree(_ decoders: @escaping ContainerDecoders.Provider) -> [ValueNode] {
        var places = Places(in: self)
        places.decoders = decoders
        let others = others.map { ValueNode($0.key, list: $0.value) }
        let reached = reached()
        return nodes(topItems, in: Places.top, places) + others + classNodes(reached) + unreferencedNodes(reached)
    }

    /// Returns the classes whose descriptions say more than their names, as they are stored; none if there are none.
    private func classNodes(_ reached: [Bool]) -> [ValueNode] {
        let classes = remarkableClasses(reached)
        guard !classes.isEmpty else { return [] }
        return [
            ValueNode("classes", .record("classes"), childCount: classes.count) {
                classes.map { ValueNode(Self.shortened($0.name), list: $0.description) }
            }
        ]
    }

    /// Returns the objects that nothing at the top leads to, by their numbers, as they are stored; none if there are none.
    private func unreferencedNodes(_ reached: [Bool]) -> [ValueNode] {
        let objects = unreferenced(reached)
        guard !objects.isEmpty else { return [] }
        return [
            ValueNode("unreferenced objects", .record("objects"), childCount: objects.count) {
                objects.map { ValueNode("\($0.number)", list: $0.value) }
            }
        ]
    }

    /// - Parameter parent: The place of the collection with the items.
    private func nodes(_ items: [Item], in parent: Places.Place, _ places: Places) -> [ValueNode] {
        items.enumerated().map { index, item in
            let place = places.place(of: item.value, at: index, in: parent)
            guard let place, !places.isWritten(at: index, in: parent) else {
                return node(item.name, item.value, at: place ?? parent, places)
            }
            let names = places.names(of: place)
            let path = ValueAddress.text(names.map { Array($0.utf8) })
            var reference = ValueNode(item.name, .shared(at: String(decoding: path, as: UTF8.self)))
            reference.destination = { form, limits in
                node(names.last ?? item.name, item.value, at: place, places).opened(
                    as: form, within: limits, places.decoders)
            }
            return reference
        }
    }

    /// - Parameter place: The place of the value, if it has items.
    private func node(
        _ name: String, _ value: PropertyListValue, at place: Places.Place, _ places: Places
    ) -> ValueNode {
        func group(_ kind: DocumentValue) -> ValueNode {
            let items = items(of: value)
            return ValueNode(name, kind, childCount: items.count) { nodes(items, in: place, places) }
        }
        switch object(value) {
        case .value(.array): return group(.list("array"))
        case .value(.set): return group(.list("set"))
        case .value(.dictionary): return group(.record("dictionary"))
        case .value(let value): return ValueNode(name, list: value)
        case .null: return ValueNode(name, .null)
        case .date(let seconds): return ValueNode(name, .date(secondsSince2001: seconds))
        case .uuid(let bytes): return ValueNode(name, .string(UUIDText.text(bytes)))
        case .url(let text): return ValueNode(name, .string(text))
        case .list(_, let className): return group(.list(Self.shortened(className)))
        case .dictionary(_, let className): return group(.record(Self.shortened(className)))
        case .object(_, let className):
            var node = group(.record(Self.shortened(className)))
            node.className = className
            return node
        case .missing: return ValueNode(name, .missing(value.uidValue ?? 0))
        }
    }
}

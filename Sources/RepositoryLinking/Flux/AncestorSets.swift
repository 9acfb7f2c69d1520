/// For each node of a directed graph, the elements of the node itself and of all nodes above it.
///
/// Nodes with the same elements share one set: of thousands of builds most have the same few roots.
struct AncestorSets: Sendable {
    struct Elements: Sendable {
        /// Ascending.
        fileprivate(set) var numbers: [Int] = []
        /// Whether no element is left out because of a limit.
        fileprivate(set) var isComplete = true
    }

    /// The most elements of one set, and of all sets.
    private static let limits = (set: 4096, all: 1 << 23)

    private var sets: [Elements] = [Elements()]
    private var setOfNode: [Int]
    private var setOfUnion: [Union: Int] = [:]
    private var elementCount = 0

    private struct Union: Hashable {
        let own: [Int]
        /// Ascending numbers of sets.
        let sets: [Int]
    }

    /// Cost: linear in the number of nodes and edges, but for unions of sets that differ.
    ///
    /// - Parameters:
    ///   - above: The nodes directly above a node; cycles are allowed.
    ///   - own: The elements of a node itself.
    init(nodeCount: Int, above: (Int) -> [Int], own: (Int) -> [Int]) {
        setOfNode = Array(repeating: 0, count: nodeCount)
        var search = ComponentSearch(nodeCount: nodeCount)
        search.run(above: above) { component in
            let elements = Set(component.flatMap(own)).sorted()
            let upper = Set(component.flatMap(above).map { setOfNode[$0] }).subtracting([0])
            let number = union(Union(own: elements, sets: upper.sorted()))
            for node in component { setOfNode[node] = number }
        }
        setOfUnion = [:]
    }

    subscript(node: Int) -> Elements { sets[setOfNode[node]] }

    /// A number that nodes of the same elements share.
    func setNumber(of node: Int) -> Int { setOfNode[node] }

    var setCount: Int { sets.count }

    func elements(ofSet number: Int) -> Elements { sets[number] }

    private mutating func union(_ union: Union) -> Int {
        if union.own.isEmpty, union.sets.count <= 1 { return union.sets.first ?? 0 }
        if let known = setOfUnion[union] { return known }
        var elements = Elements()
        var all = Set(union.own)
        for number in union.sets {
            all.formUnion(sets[number].numbers)
            elements.isComplete = elements.isComplete && sets[number].isComplete
        }
        let room = min(Self.limits.set, Self.limits.all - elementCount)
        if all.count > room { elements.isComplete = false }
        elements.numbers = Array(all.sorted().prefix(room))
        elementCount += elements.numbers.count
        sets.append(elements)
        setOfUnion[union] = sets.count - 1
        return sets.count - 1
    }
}

/// Tarjan's search for strongly connected components, without recursion.
private struct ComponentSearch {
    private var order: [Int]
    private var low: [Int]
    private var isWaiting: [Bool]
    private var waiting: [Int] = []
    private var count = 0

    init(nodeCount: Int) {
        order = Array(repeating: -1, count: nodeCount)
        low = order
        isWaiting = Array(repeating: false, count: nodeCount)
    }

    /// Calls `found` with each component, after those above it.
    mutating func run(above: (Int) -> [Int], found: ([Int]) -> Void) {
        for start in order.indices where order[start] < 0 {
            var path = [(node: start, above: open(start, above), next: 0)]
            while let (node, nodes, next) = path.last {
                if next == nodes.count {
                    path.removeLast()
                    if let below = path.last?.node { low[below] = min(low[below], low[node]) }
                    close(node, found)
                    continue
                }
                path[path.count - 1].next += 1
                if order[nodes[next]] < 0 {
                    path.append((nodes[next], open(nodes[next], above), 0))
                } else if isWaiting[nodes[next]] {
                    low[node] = min(low[node], order[nodes[next]])
                }
            }
        }
    }

    private mutating func open(_ node: Int, _ above: (Int) -> [Int]) -> [Int] {
        order[node] = count
        low[node] = count
        count += 1
        waiting.append(node)
        isWaiting[node] = true
        return above(node)
    }

    private mutating func close(_ node: Int, _ found: ([Int]) -> Void) {
        guard low[node] == order[node] else { return }
        var component: [Int] = []
        while let last = waiting.popLast() {
            isWaiting[last] = false
            component.append(last)
            if last == node { break }
        }
        found(component)
    }
}

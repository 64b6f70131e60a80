/// An edge between two nodes of a component, directed from left to right.
struct Link {
  /// The index of the edge in the whole graph.
  var edge: Int
  /// The index in the component of the node at the left end.
  var tail: Int
  /// The index in the component of the node at the right end.
  var head: Int
  /// The height at which the link leaves the left node, from the upper side of its box.
  var tailOffset: Int
  var headOffset: Int
  /// Whether the edge leads from right to left.
  var isReversed: Bool

  /// The edges of a component, some of them reversed so that there is no cycle. The nodes are counted from 0.
  static func all(of component: Component, in graph: DiagramGraph, ports: [EdgePorts]) -> [Link] {
    var place: [Int: Int] = [:]
    for (index, node) in component.nodes.enumerated() { place[node] = index }
    var links: [Link] = []
    for edge in component.edges {
      guard let tail = place[graph.edges[edge].from.node], let head = place[graph.edges[edge].to.node] else { continue }
      links.append(
        Link(
          edge: edge, tail: tail, head: head, tailOffset: ports[edge].from, headOffset: ports[edge].to,
          isReversed: false))
    }
    let cycles = CycleBreaking(count: component.nodes.count, arcs: links.map { ($0.tail, $0.head) })
    for index in links.indices where cycles.reverses(tail: links[index].tail, head: links[index].head) {
      swap(&links[index])
    }
    return links

    func swap(_ link: inout Link) {
      (link.tail, link.head) = (link.head, link.tail)
      (link.tailOffset, link.headOffset) = (link.headOffset, link.tailOffset)
      link.isReversed = true
    }
  }
}

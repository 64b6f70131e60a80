/// A connected component: nodes that edges connect with each other, but not with other nodes.
struct Component {
  /// Indices of nodes, ascending.
  var nodes: [Int] = []
  /// Indices of edges between different nodes, ascending.
  var edges: [Int] = []
  /// Indices of edges from a node to itself, ascending.
  var loops: [Int] = []

  /// The components of a graph, in the order of their first nodes.
  static func all(of graph: DiagramGraph) -> [Component] {
    // Union-find, in which the smallest index of a set represents it.
    var parent = Array(graph.nodes.indices)
    func root(_ node: Int) -> Int {
      var node = node
      while parent[node] != node {
        parent[node] = parent[parent[node]]
        node = parent[node]
      }
      return node
    }
    let edges = graph.edges.indices.filter { graph.connects(graph.edges[$0]) }
    for edge in edges {
      let from = root(graph.edges[edge].from.node)
      let to = root(graph.edges[edge].to.node)
      parent[max(from, to)] = min(from, to)
    }
    var place = [Int](repeating: 0, count: graph.nodes.count)
    var components: [Component] = []
    for node in graph.nodes.indices {
      let first = root(node)
      if first == node {
        place[node] = components.count
        components.append(Component())
      }
      components[place[first]].nodes.append(node)
    }
    for edge in edges {
      let ends = graph.edges[edge]
      let component = place[root(ends.from.node)]
      if ends.from.node == ends.to.node {
        components[component].loops.append(edge)
      } else {
        components[component].edges.append(edge)
      }
    }
    return components
  }
}

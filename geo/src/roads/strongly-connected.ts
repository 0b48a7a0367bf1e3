/**
 * Marks with 1 the nodes of the largest strongly connected component of a directed graph (Tarjan, without recursion).
 * `firstEdge` has one entry more than there are nodes; edges are sorted by source.
 */
export function markLargestStrongPart(firstEdge: Uint32Array, edgeTarget: Uint32Array): Uint8Array {
  const count = firstEdge.length - 1
  const order = new Uint32Array(count)
  const lowest = new Uint32Array(count)
  const nextEdge = firstEdge.slice(0, count)
  const isOpen = new Uint8Array(count)
  const open: number[] = []
  const path: number[] = []
  let visited = 0
  let largest: number[] = []

  const enter = (node: number) => {
    visited += 1
    order[node] = visited
    lowest[node] = visited
    isOpen[node] = 1
    open.push(node)
    path.push(node)
  }
  const lower = (node: number, value: number) => {
    if (value < (lowest[node] as number)) lowest[node] = value
  }

  for (let start = 0; start < count; start++) {
    if (order[start] !== 0) continue
    enter(start)
    while (path.length > 0) {
      const node = path[path.length - 1] as number
      const edge = nextEdge[node] as number
      if (edge < (firstEdge[node + 1] as number)) {
        nextEdge[node] = edge + 1
        const target = edgeTarget[edge] as number
        if (order[target] === 0) enter(target)
        else if (isOpen[target] === 1) lower(node, order[target] as number)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) lower(parent, lowest[node] as number)
      if (lowest[node] !== order[node]) continue
      const part = open.splice(open.lastIndexOf(node))
      for (const member of part) isOpen[member] = 0
      if (part.length > largest.length) largest = part
    }
  }
  const marks = new Uint8Array(count)
  for (const node of largest) marks[node] = 1
  return marks
}

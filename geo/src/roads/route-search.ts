/** A start or goal node with the seconds it takes to leave or reach it. */
export interface Seed {
  node: number
  seconds: number
}

export interface FoundPath {
  /** Edges in order of travel; empty when a start node is a goal node. */
  edges: number[]
  firstNode: number
  lastNode: number
  /** Total seconds, including those of the start and of the goal. */
  seconds: number
}

export interface SearchGraph {
  firstEdge: Uint32Array
  edgeTarget: Uint32Array
  edgeSeconds: Float32Array
}

/** A priority queue of nodes by cost, smallest first. Outdated entries stay and are skipped when popped. */
function createQueue() {
  const nodes: number[] = []
  const costs: number[] = []
  return {
    clear() {
      nodes.length = 0
      costs.length = 0
    },
    push(node: number, cost: number) {
      let at = nodes.length
      nodes.push(node)
      costs.push(cost)
      while (at > 0) {
        const above = (at - 1) >> 1
        const aboveCost = costs[above] as number
        if (aboveCost <= cost) break
        nodes[at] = nodes[above] as number
        costs[at] = aboveCost
        at = above
      }
      nodes[at] = node
      costs[at] = cost
    },
    pop(): Seed | null {
      const first = nodes[0]
      const firstCost = costs[0]
      const node = nodes.pop()
      const cost = costs.pop()
      if (first === undefined || firstCost === undefined || node === undefined || cost === undefined)
        return null
      const size = nodes.length
      let at = 0
      while (size > 0) {
        let below = 2 * at + 1
        if (below >= size) break
        if (below + 1 < size && (costs[below + 1] as number) < (costs[below] as number)) below += 1
        if ((costs[below] as number) >= cost) break
        nodes[at] = nodes[below] as number
        costs[at] = costs[below] as number
        at = below
      }
      if (size > 0) {
        nodes[at] = node
        costs[at] = cost
      }
      return { node: first, seconds: firstCost }
    },
  }
}

/**
 * Quickest path by Dijkstra between any of `starts` and any of `goals` (each with the seconds it costs to
 * leave or reach it). Returns null where none is quicker than `limitSeconds`.
 */
export function createPathSearch({ firstEdge, edgeTarget, edgeSeconds }: SearchGraph) {
  const count = firstEdge.length - 1
  const cost = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const arrivedBy = new Int32Array(count).fill(-1)
  const cameFrom = new Int32Array(count).fill(-1)
  const queue = createQueue()
  const touched: number[] = []

  function reach(node: number, seconds: number, edge: number, from: number) {
    if (seconds >= (cost[node] as number)) return
    if (cost[node] === Number.POSITIVE_INFINITY) touched.push(node)
    cost[node] = seconds
    arrivedBy[node] = edge
    cameFrom[node] = from
    queue.push(node, seconds)
  }

  return function search(
    starts: readonly Seed[],
    goals: readonly Seed[],
    limitSeconds: number,
  ): FoundPath | null {
    for (const node of touched) cost[node] = Number.POSITIVE_INFINITY
    touched.length = 0
    queue.clear()
    for (const start of starts) reach(start.node, start.seconds, -1, -1)

    let bestSeconds = limitSeconds
    let lastNode = -1
    for (let next = queue.pop(); next !== null && next.seconds < bestSeconds; next = queue.pop()) {
      const { node, seconds } = next
      if (seconds > (cost[node] as number)) continue
      for (const goal of goals) {
        if (goal.node !== node || seconds + goal.seconds >= bestSeconds) continue
        bestSeconds = seconds + goal.seconds
        lastNode = node
      }
      const end = firstEdge[node + 1] as number
      for (let edge = firstEdge[node] as number; edge < end; edge++) {
        reach(edgeTarget[edge] as number, seconds + (edgeSeconds[edge] as number), edge, node)
      }
    }
    if (lastNode === -1) return null
    const edges: number[] = []
    let node = lastNode
    while ((arrivedBy[node] as number) !== -1) {
      edges.push(arrivedBy[node] as number)
      node = cameFrom[node] as number
    }
    return { edges: edges.reverse(), firstNode: node, lastNode, seconds: bestSeconds }
  }
}

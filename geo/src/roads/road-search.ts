/** The graph of a search: edges leaving each node, or the reversed graph for a search towards a place. */
export interface SearchSide {
  readonly firstEdge: Uint32Array
  readonly edgeTarget: Uint32Array
  readonly weight: Float32Array
  readonly metres: Float32Array
  /** The edge of the original graph. */
  readonly edge: Uint32Array
}

export interface RoadSearch {
  /**
   * Dijkstra from the nodes added by `seed` since `begin`, until no node is left within the limit or `settle` returns
   * true. `estimate` returns a lower bound of the remaining weight from a node (A*).
   */
  begin(side: SearchSide): void
  seed(node: number, weight: number, metres: number): void
  run(limit: number, settle: (node: number) => boolean, estimate?: (node: number) => number): void
  /** Infinity for nodes the last run did not reach. */
  weightOf(node: number): number
  metresOf(node: number): number
  /** The edge by which the last run reached a node; -1 at a seed. */
  cameBy(node: number): number
  /** Nodes whose least weight the last run found, the nearest first; valid up to `settledCount`. */
  readonly settled: Uint32Array
  readonly settledCount: number
  /** Nodes the last run reached, in no order; valid up to `reachedCount`. */
  readonly reached: Uint32Array
  readonly reachedCount: number
}

/** Creates a reusable search with its own memory; runs must not overlap. */
export function createRoadSearch(nodeCount: number): RoadSearch {
  const weights = new Float64Array(nodeCount)
  const lengths = new Float32Array(nodeCount)
  const cameBy = new Int32Array(nodeCount)
  /** The run that wrote the three values above, so that starting a run clears nothing. */
  const runOf = new Uint32Array(nodeCount)
  const settledIn = new Uint32Array(nodeCount)
  const reached = new Uint32Array(nodeCount)
  let reachedCount = 0
  const settled = new Uint32Array(nodeCount)
  let settledCount = 0
  let run = 0
  let side: SearchSide | null = null
  let seeds: number[] = []

  let heapNodes = new Uint32Array(1024)
  let heapKeys = new Float64Array(1024)
  let size = 0

  function push(node: number, key: number) {
    if (size === heapNodes.length) {
      const [nodes, keys] = [heapNodes, heapKeys]
      heapNodes = new Uint32Array(size * 2)
      heapKeys = new Float64Array(size * 2)
      heapNodes.set(nodes)
      heapKeys.set(keys)
    }
    let at = size++
    while (at > 0) {
      const above = (at - 1) >> 1
      const aboveKey = heapKeys[above] as number
      if (aboveKey <= key) break
      heapKeys[at] = aboveKey
      heapNodes[at] = heapNodes[above] as number
      at = above
    }
    heapKeys[at] = key
    heapNodes[at] = node
  }
  /** Removes the first heap entry. */
  function drop() {
    size -= 1
    const key = heapKeys[size] as number
    const node = heapNodes[size] as number
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= size) break
      if (below + 1 < size && (heapKeys[below + 1] as number) < (heapKeys[below] as number)) below += 1
      if ((heapKeys[below] as number) >= key) break
      heapKeys[at] = heapKeys[below] as number
      heapNodes[at] = heapNodes[below] as number
      at = below
    }
    heapKeys[at] = key
    heapNodes[at] = node
  }

  function reach(node: number, weight: number, metres: number, edge: number): boolean {
    if (runOf[node] === run) {
      if (weight >= (weights[node] as number)) return false
    } else {
      runOf[node] = run
      reached[reachedCount++] = node
    }
    weights[node] = weight
    lengths[node] = metres
    cameBy[node] = edge
    return true
  }

  return {
    reached,
    get reachedCount() {
      return reachedCount
    },
    settled,
    get settledCount() {
      return settledCount
    },
    begin(of) {
      side = of
      run += 1
      if (run === 0xffffffff) {
        runOf.fill(0)
        settledIn.fill(0)
        run = 1
      }
      size = 0
      reachedCount = 0
      settledCount = 0
      seeds = []
    },
    seed(node, weight, metres) {
      if (reach(node, weight, metres, -1)) seeds.push(node)
    },
    run(limit, settle, estimate) {
      if (side === null) return
      const { firstEdge, edgeTarget, weight, metres, edge } = side
      for (const node of seeds) push(node, (weights[node] as number) + (estimate?.(node) ?? 0))
      while (size > 0 && (heapKeys[0] as number) <= limit) {
        const node = heapNodes[0] as number
        drop()
        if (settledIn[node] === run) continue
        settledIn[node] = run
        settled[settledCount++] = node
        if (settle(node)) return
        const soFar = weights[node] as number
        const metresSoFar = lengths[node] as number
        const end = firstEdge[node + 1] as number
        for (let at = firstEdge[node] as number; at < end; at++) {
          const target = edgeTarget[at] as number
          if (settledIn[target] === run) continue
          const total = soFar + (weight[at] as number)
          if (total > limit) continue
          if (reach(target, total, metresSoFar + (metres[at] as number), edge[at] as number))
            push(target, estimate ? total + estimate(target) : total)
        }
      }
    },
    weightOf: (node) => (runOf[node] === run ? (weights[node] as number) : Number.POSITIVE_INFINITY),
    metresOf: (node) => (runOf[node] === run ? (lengths[node] as number) : Number.POSITIVE_INFINITY),
    cameBy: (node) => (runOf[node] === run ? (cameBy[node] as number) : -1),
  }
}

/** A sparse assignment problem. The edges of row `r` are those from `start[r]` up to `start[r + 1]`. */
export interface AssignmentProblem {
  columns: number
  /** Length: number of rows plus one. */
  start: Int32Array
  column: Int32Array
  /** Finite; may be negative. */
  cost: Float64Array
  /** Cost of leaving a row without a column. */
  skip: Float64Array
}

const none = -1

/** A binary heap of columns by distance; a column may be in it several times, the nearest counts. */
class ColumnHeap {
  private readonly keys: number[] = []
  private readonly values: number[] = []

  clear(): void {
    this.keys.length = 0
    this.values.length = 0
  }

  push(key: number, value: number): void {
    const { keys, values } = this
    let at = keys.length
    keys.push(key)
    values.push(value)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((keys[parent] as number) <= key) break
      keys[at] = keys[parent] as number
      values[at] = values[parent] as number
      at = parent
    }
    keys[at] = key
    values[at] = value
  }

  /** The nearest column; −1 once empty. */
  pop(): number {
    const { keys, values } = this
    const first = values[0] ?? none
    const key = keys.pop()
    const value = values.pop()
    const length = keys.length
    if (length === 0 || key === undefined || value === undefined) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= length) break
      if (child + 1 < length && (keys[child + 1] as number) < (keys[child] as number)) child += 1
      if ((keys[child] as number) >= key) break
      keys[at] = keys[child] as number
      values[at] = values[child] as number
      at = child
    }
    keys[at] = key
    values[at] = value
    return first
  }
}

/**
 * The assignment of rows to columns with the least total cost, each column used at most once. Shortest augmenting paths
 * with potentials, as in Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse linear
 * assignment problems" (1987). Each row also has a column of its own that costs `skip`.
 * @returns by row, its column; −1 for rows without one
 */
export function matchAtLeastCost({ columns, start, column, cost, skip }: AssignmentProblem): Int32Array {
  const rows = skip.length
  const columnOf = new Int32Array(rows).fill(none)
  const rowOf = new Int32Array(columns + rows).fill(none)
  const rowPotential = new Float64Array(rows)
  const columnPotential = new Float64Array(columns + rows)
  const distance = new Float64Array(columns + rows).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(columns + rows)
  const isSettled = new Uint8Array(columns + rows)
  const touched: number[] = []
  const settled: number[] = []
  const heap = new ColumnHeap()

  const reduced = (row: number, at: number, price: number) =>
    price - (rowPotential[row] as number) - (columnPotential[at] as number)
  const relax = (row: number, at: number, price: number, base: number) => {
    const length = base + Math.max(0, reduced(row, at, price))
    if (isSettled[at] || length >= (distance[at] as number)) return
    if (distance[at] === Number.POSITIVE_INFINITY) touched.push(at)
    distance[at] = length
    from[at] = row
    heap.push(length, at)
  }

  for (let row = 0; row < rows; row += 1) {
    let least = skip[row] as number
    for (let edge = start[row] as number; edge < (start[row + 1] as number); edge += 1)
      least = Math.min(least, (cost[edge] as number) - (columnPotential[column[edge] as number] as number))
    rowPotential[row] = least
    let current = row
    let base = 0
    let end = none
    while (end === none) {
      for (let edge = start[current] as number; edge < (start[current + 1] as number); edge += 1)
        relax(current, column[edge] as number, cost[edge] as number, base)
      relax(current, columns + current, skip[current] as number, base)
      let next = heap.pop()
      while (isSettled[next]) next = heap.pop()
      base = distance[next] as number
      if (rowOf[next] === none) end = next
      else {
        isSettled[next] = 1
        settled.push(next)
        current = rowOf[next] as number
      }
    }
    for (const at of settled) {
      const change = base - (distance[at] as number)
      columnPotential[at] = (columnPotential[at] as number) - change
      const owner = rowOf[at] as number
      rowPotential[owner] = (rowPotential[owner] as number) + change
    }
    rowPotential[row] = (rowPotential[row] as number) + base
    for (let at = end; at !== none; ) {
      const owner = from[at] as number
      const previous = columnOf[owner] as number
      columnOf[owner] = at
      rowOf[at] = owner
      at = owner === row ? none : previous
    }
    for (const at of touched) {
      distance[at] = Number.POSITIVE_INFINITY
      isSettled[at] = 0
    }
    touched.length = 0
    settled.length = 0
    heap.clear()
  }
  return columnOf.map((at) => (at >= columns ? none : at))
}

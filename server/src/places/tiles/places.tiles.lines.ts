/** Lines longer than this are not joined further, so that each stays in few tiles. */
const maxNodes = 400

/**
 * Joins lines that meet at their ends, greedily: streets of one name, to give their label room, and members of an area
 * relation into rings.
 * @param canReverse whether a line may be reversed to fit; one-way streets may not
 */
export function joinLines(
  lines: readonly Uint32Array[],
  { canReverse, limit = maxNodes }: { canReverse: boolean; limit?: number },
): Uint32Array[] {
  const touching = new Map<number, Set<number>>()
  const note = (node: number | undefined, index: number) => {
    if (node === undefined) return
    const known = touching.get(node)
    if (known) known.add(index)
    else touching.set(node, new Set([index]))
  }
  for (const [index, line] of lines.entries()) {
    note(line[0], index)
    note(line.at(-1), index)
  }
  const used = new Uint8Array(lines.length)
  const take = (index: number) => {
    used[index] = 1
    return lines[index] ?? new Uint32Array()
  }
  /** A line that continues from the node, directed away from it. */
  const nextFrom = (node: number): Uint32Array | null => {
    for (const index of touching.get(node) ?? []) {
      const line = lines[index]
      if (used[index] || line === undefined) continue
      if (line[0] === node) return take(index)
      if (canReverse && line.at(-1) === node) return take(index).slice().reverse()
    }
    return null
  }
  const joined: Uint32Array[] = []
  for (const [index, line] of lines.entries()) {
    if (used[index]) continue
    take(index)
    const pieces = [line]
    let length = line.length
    let end = line.at(-1)
    while (end !== undefined && end !== line[0] && length < limit) {
      const next = nextFrom(end)
      if (next === null) break
      pieces.push(next.subarray(1))
      length += next.length - 1
      end = next.at(-1)
    }
    joined.push(pieces.length === 1 ? line : concatenated(pieces, length))
  }
  return joined
}

function concatenated(pieces: readonly Uint32Array[], length: number): Uint32Array {
  const whole = new Uint32Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

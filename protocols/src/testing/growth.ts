const fewestRounds = 3
const mostRounds = 30
/** Below it nothing is quadratic. */
const clearlyLinear = 8

/** Processor time of a run, in microseconds. */
function costOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/**
 * How much more processor time four times the input takes: about 4 where it is linear, and 16 where it is quadratic. By the
 * least of some rounds, since other programs and the collector only add to it; of more rounds where that is not clear yet.
 */
export function growthOf(work: (length: number) => void, length: number): number {
  work(length)
  let [much, little] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < mostRounds; round += 1) {
    much = Math.min(
      much,
      costOf(() => work(4 * length)),
    )
    little = Math.min(
      little,
      costOf(() => work(length)),
    )
    if (round >= fewestRounds && much / little < clearlyLinear) break
  }
  return much / little
}

const runs = 3

/** The least processor time of some runs, in microseconds: other programs and the collector only add to it. */
function costOf(work: () => void): number {
  const costs = Array.from({ length: runs }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...costs)
}

/** How much more processor time four times the input takes: about 4 where it is linear, and 16 where it is quadratic. */
export function growthOf(work: (length: number) => void, length: number): number {
  work(length)
  const [much, little] = [costOf(() => work(4 * length)), costOf(() => work(length))]
  return much / little
}

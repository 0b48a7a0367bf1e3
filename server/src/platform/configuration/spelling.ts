/** Variables that Rumbo's own programs set for each other. */
const internalNames = [
  'RUMBO_SIMULATOR_FLEET',
  'RUMBO_SIMULATOR_REGION',
  'RUMBO_SIMULATOR_SEED',
  'RUMBO_API_ORIGIN',
  'RUMBO_E2E_STAGE',
  'RUMBO_BENCH_PICTURES',
]

/**
 * A sentence for each unknown variable that starts with RUMBO_, suggesting the most similar name.
 * @param known every variable that exists
 */
export function misspeltVariables(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): string[] {
  const names = new Set([...known, ...internalNames])
  return Object.keys(environment)
    .filter((name) => name.startsWith('RUMBO_') && !names.has(name))
    .map(
      (name) =>
        `${name} is not a variable of Rumbo and has no effect.${asQuestion(nearestName(name, known))}`,
    )
}

const asQuestion = (meant: string | null) => (meant === null ? '' : ` Did you mean ${meant}?`)

/** The most similar known name, at most three edits away; null when there is none. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, steps: distance(name, candidate) }))
    .filter(({ steps }) => steps <= 3)
    .sort((one, other) => one.steps - other.steps)
  return best?.candidate ?? null
}

/** Levenshtein distance: number of letters to add, remove or change. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const changed = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

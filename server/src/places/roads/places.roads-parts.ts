import type { Coordinates } from '@rumbo/geo'
import type { CallOptions, EngineTable, Lacking } from './places.roads.engine.ts'
import { emptyTable } from './places.roads-formula.rules.ts'

/** Limit per query, so that a large one leaves room in the queue for others. */
const partsAtOnce = 4

/** A service's default limit for one table: places in all, or sources and targets each. */
export type TableLimits = { places: number } | { side: number }

type AskTable = (
  sources: readonly Coordinates[],
  targets: readonly Coordinates[],
  options: CallOptions,
) => Promise<EngineTable | Lacking>

/**
 * Requests a table in parts the service accepts, and joins them. Cells of a part without roads are NaN; if all parts
 * lack roads, the table does. The first failure aborts the other parts.
 */
export async function tableInParts(
  limits: TableLimits,
  sources: readonly Coordinates[],
  targets: readonly Coordinates[],
  options: CallOptions,
  ask: AskTable,
): Promise<EngineTable | Lacking> {
  const [rows, columns] = sidesOf(limits, sources.length, targets.length)
  const corners = startsOf(sources.length, rows).flatMap((row) =>
    startsOf(targets.length, columns).map((column) => ({ row, column })),
  )
  const whole = emptyTable(sources.length * targets.length)
  const lacking = await inParts(corners, options, async ({ row, column }, signalled) => {
    const [from, to] = [sources.slice(row, row + rows), targets.slice(column, column + columns)]
    const part = await ask(from, to, signalled)
    if (typeof part === 'string') return part
    for (let at = 0; at < from.length; at++) {
      const cells = [at * to.length, (at + 1) * to.length] as const
      const into = (row + at) * targets.length + column
      whole.seconds.set(part.seconds.subarray(...cells), into)
      whole.metres.set(part.metres.subarray(...cells), into)
    }
    return null
  })
  const first = lacking[0] ?? null
  return first !== null && !lacking.includes(null) ? first : whole
}

/** Maximum number of sources and targets of one part. */
function sidesOf(limits: TableLimits, sources: number, targets: number): [number, number] {
  if ('side' in limits) return [limits.side, limits.side]
  const columns = Math.min(targets, Math.max(limits.places >> 1, limits.places - sources))
  return [limits.places - columns, columns]
}

/** Start index of each part of a list. */
const startsOf = (length: number, size: number): number[] =>
  Array.from({ length: Math.ceil(length / size) }, (_, at) => at * size)

/**
 * Runs `work` for each part, several concurrently, or one at a time while the service is on trial.
 * @returns the results in order
 * @throws the first failure, which aborts the other parts
 */
export async function inParts<Part, Answer>(
  parts: readonly Part[],
  { signal, isOnTrial = () => false, ...options }: CallOptions,
  answer: (part: Part, options: CallOptions) => Promise<Answer>,
): Promise<Answer[]> {
  const failed = new AbortController()
  const signalled = {
    ...options,
    signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal,
  }
  const answers: Answer[] = []
  const waiting = [...parts.entries()]
  const workWhile = async (goesOn: () => boolean) => {
    while (goesOn()) {
      const next = waiting.shift()
      if (next === undefined) return
      const [at, part] = next
      answers[at] = await answer(part, signalled)
    }
  }
  const work = () => workWhile(() => !failed.signal.aborted)
  try {
    // A second call would be refused, and its failure would abort the trial call.
    await workWhile(isOnTrial)
    await Promise.all(Array.from({ length: Math.min(partsAtOnce, parts.length) }, work))
  } catch (error) {
    failed.abort()
    throw error
  }
  return answers
}

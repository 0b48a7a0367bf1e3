/** Reports as the history has them: positions and readings are stored apart. */
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { pagesOf } from '../history/telemetry.history.actions.ts'
import { isShown, type MomentRange } from '../history/telemetry.history.rules.ts'
import type { StoredPositions } from '../intake/telemetry.state.ts'
import { type PackedReading, unpackReadings } from '../readings/telemetry.reading-packing.rules.ts'
import { readingRowsWithin } from '../readings/telemetry.readings.actions.ts'
import type { ReadingRow } from '../readings/telemetry.readings.repository.ts'
import { storedToDegrees } from '../telemetry.rules.ts'

/** A usable fix; speed in km/h. */
export interface RecordedFix {
  latitude: number
  longitude: number
  speedKmh: number
  altitudeMetres: number | null
}

/** What the history has of a report: its fix, and the readings that had changed or were stored again. */
export interface RecordedReport {
  /** Epoch ms: of the fix, or of the arrival without one. */
  time: number
  fix: RecordedFix | null
  readings: readonly PackedReading[]
}

interface Part extends RecordedReport {
  /** The lower half of the report's hash: both parts of a report have it. */
  hash: number
}

function fixParts(page: StoredPositions): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < page.fixTime.length; at += 1) {
    if (!isShown(page, at)) continue
    parts.push({
      time: page.fixTime[at] as number,
      hash: Number(BigInt.asIntN(32, page.reportHash[at] as bigint)),
      fix: {
        latitude: storedToDegrees(page.latitude[at] as number),
        longitude: storedToDegrees(page.longitude[at] as number),
        speedKmh: (page.speedTenths[at] as number) / 10,
        altitudeMetres: page.altitude[at] ?? null,
      },
      readings: [],
    })
  }
  return parts
}

const readingParts = (rows: readonly ReadingRow[], isWanted: (name: string) => boolean): Part[] =>
  rows.map(({ time, reportHash, packed }) => ({
    time,
    hash: reportHash,
    fix: null,
    readings: [...unpackReadings(packed, time)].filter(
      ({ name, isImplausible }) => !isImplausible && isWanted(name.name),
    ),
  }))

/** Parts of one kind in the order of time, read a page at a time. */
class PartQueue {
  #parts: Part[] = []
  #at = 0
  #hasMore = true
  readonly #pages: AsyncIterator<Part[]>
  constructor(pages: AsyncIterator<Part[]>) {
    this.#pages = pages
  }

  /** Epoch ms of the first part; Infinity with none left. Call after `fill`. */
  get time(): number {
    return this.#parts[this.#at]?.time ?? Number.POSITIVE_INFINITY
  }
  /** Whether all parts of the first one's moment are here. */
  get isFilled(): boolean {
    return !this.#hasMore || (this.#parts.at(-1)?.time ?? Number.NEGATIVE_INFINITY) > this.time
  }
  async fill(): Promise<void> {
    while (!this.isFilled) {
      const { done, value } = await this.#pages.next()
      if (done) this.#hasMore = false
      else {
        this.#parts = [...this.#parts.slice(this.#at), ...value]
        this.#at = 0
      }
    }
  }
  take(time: number): Part[] {
    const from = this.#at
    while (this.time === time) this.#at += 1
    return this.#parts.slice(from, this.#at)
  }
}

/** The reports of one moment, each whole. */
const joined = (fixes: readonly Part[], readings: readonly Part[]): RecordedReport[] => [
  ...fixes.map((part) => ({
    ...part,
    readings: readings.find(({ hash }) => hash === part.hash)?.readings ?? [],
  })),
  ...readings.filter((part) => !fixes.some(({ hash }) => hash === part.hash)),
]

async function* mapped<From>(pages: AsyncIterable<From>, to: (page: From) => Part[]): AsyncGenerator<Part[]> {
  for await (const page of pages) yield to(page)
}

const positionsAtOnce = 5_000
/** Reports between two turns of the event loop. */
const reportsAtOnce = 5_000

/**
 * Yields the recorded reports of a vehicle in the order of time, some thousands at a time. What did not change is stored every
 * ten minutes only, and reports without a fix or such readings are not recorded. Call after checking access.
 * @param range of the readings; positions are read from `fixesFromMs` on
 * @param isWanted the names of readings that are kept
 */
export async function* recordedReports(
  database: Database,
  actor: Actor,
  vehicleNo: number,
  { fixesFromMs, ...range }: MomentRange & { fixesFromMs: number },
  isWanted: (name: string) => boolean,
): AsyncGenerator<RecordedReport[]> {
  const fixRange = { ...range, fromMs: fixesFromMs }
  const positions = pagesOf(database, actor, vehicleNo, fixRange, positionsAtOnce)
  const rows = readingRowsWithin(database, actor, vehicleNo, range)
  const fixes = new PartQueue(mapped(positions, fixParts))
  const readings = new PartQueue(mapped(rows, (page) => readingParts(page, isWanted)))
  let reports: RecordedReport[] = []
  for (;;) {
    if (!fixes.isFilled) await fixes.fill()
    if (!readings.isFilled) await readings.fill()
    const time = Math.min(fixes.time, readings.time)
    if (time === Number.POSITIVE_INFINITY) break
    for (const report of joined(fixes.take(time), readings.take(time))) reports.push(report)
    if (reports.length < reportsAtOnce) continue
    yield reports
    reports = []
  }
  yield reports
}

import { type ReadingName, readingKeyOf } from '@rumbo/contract/telemetry.readings.rules'
import { type Language, translate } from '@rumbo/i18n'
import type { PackedReading } from './telemetry.reading-packing.rules.ts'
import { holdsMs } from './telemetry.reading-state.ts'

type Cell = string | number

/** As on screen, and as the distances beside it. */
const isInMetres = ({ entry }: ReadingName) => entry?.unit === 'm'

/** The name of a reading for people: `Temperatura 2 (°C)`. */
function headingOf(reading: ReadingName, language: Language): string {
  const { entry, index, name } = reading
  if (!entry) return name
  const words = translate(language, `readings.name.${readingKeyOf(entry)}` as 'readings.name.ignition')
  const unit = isInMetres(reading) ? 'km' : entry.unit
  return `${words}${index === null ? '' : ` ${index}`}${unit === null ? '' : ` (${unit})`}`
}

export async function* noReadings(): AsyncGenerator<PackedReading[]> {}

/**
 * Columns of readings for rows in the order of time: at each time the last plausible value, if it is young enough to
 * hold.
 * @param pages readings in the order of time, read as they are needed
 */
export function createReadingCells(
  columns: readonly ReadingName[],
  language: Language,
  pages: AsyncGenerator<PackedReading[]>,
): { headings: string[]; at(timeMs: number): Promise<Cell[]> } {
  const wanted = new Set(columns.map(({ name }) => name))
  const last = new Map<string, PackedReading>()
  const words = {
    yes: translate(language, 'history.reading.yes'),
    no: translate(language, 'history.reading.no'),
    none: translate(language, 'history.reading.none'),
  }
  let page: PackedReading[] = []
  let next = 0
  let isOver = false

  async function advance(timeMs: number): Promise<void> {
    while (!isOver) {
      for (; next < page.length; next += 1) {
        const reading = page[next]
        if (!reading || reading.time > timeMs) return
        if (!reading.isImplausible && wanted.has(reading.name.name)) last.set(reading.name.name, reading)
      }
      const more = await pages.next()
      isOver = more.done === true
      page = more.done ? [] : more.value
      next = 0
    }
  }

  function cellOf(column: ReadingName, timeMs: number): Cell {
    const found = last.get(column.name)
    if (!found || timeMs - found.time > holdsMs) return ''
    if (found.value === '') return words.none
    if (typeof found.value === 'number' && isInMetres(column)) return found.value / 1000
    return typeof found.value === 'boolean' ? words[found.value ? 'yes' : 'no'] : found.value
  }

  return {
    headings: columns.map((column) => headingOf(column, language)),
    async at(timeMs) {
      if (columns.length === 0) return []
      await advance(timeMs)
      return columns.map((column) => cellOf(column, timeMs))
    },
  }
}

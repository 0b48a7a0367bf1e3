import { comparedReading, isPositionReading, positionReadings } from '@rumbo/contract/events.custom.readings'
import { type ReadingGroup, readingCatalogue } from '@rumbo/contract/telemetry.readings.catalogue'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { bySection, describedAs, readingLabel } from '../../telemetry/readings/readings.rules.ts'
import type { WordText } from '../../ui/i18n.tsx'

/** A reading to choose: `temperature#` for a family, which needs an index besides. */
export interface ReadingChoice {
  pattern: string
  label: string
  section: string
}

/** The name of a reading for people: `Temperatura 2`. */
export const customReadingLabel = (t: WordText, name: string): string =>
  isPositionReading(name) ? t(`customRules.position.${name}`) : readingLabel(t, describedAs(name))

const nameOf = (pattern: string) => pattern.replace('#', '1')

/** All readings that rules may compare, by section; those of the position first. */
export function readingChoices(t: WordText): ReadingChoice[] {
  const position = Object.keys(positionReadings).map((pattern) => ({
    pattern,
    label: customReadingLabel(t, pattern),
    section: t('customRules.section.position'),
  }))
  const entries = readingCatalogue
    .filter(({ pattern }) => comparedReading(nameOf(pattern)) !== null)
    .map(({ pattern, group }): { pattern: string; group: ReadingGroup } => ({ pattern, group }))
  const others = bySection(entries).flatMap(({ section, items }) =>
    items.map(({ pattern }) => ({
      pattern,
      label: readingLabel(t, { ...describedAs(nameOf(pattern)), index: null }),
      section: t(`readings.section.${section}`),
    })),
  )
  return [...position, ...others]
}

/** The pattern of a reading's name and its index: `temperature#` and `2`; no index for one of its own. */
export function patternOf(name: string): { pattern: string; index: string } {
  if (isPositionReading(name)) return { pattern: name, index: '' }
  const { entry, index } = readingOf(name)
  return { pattern: entry?.pattern ?? name, index: index === null ? '' : String(index) }
}

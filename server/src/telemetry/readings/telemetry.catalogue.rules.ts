import { readingCatalogue } from '@rumbo/contract/telemetry.readings.catalogue'
import type { CatalogueEntry } from '@rumbo/contract/telemetry.readings.contract'
import { readingKeyOf } from '@rumbo/contract/telemetry.readings.rules'
import { translate } from '@rumbo/i18n'

/** The catalogue as the API describes it, in the order in which readings are shown. */
export const readingCatalogueItems: CatalogueEntry[] = readingCatalogue.map((entry) => {
  const key = `readings.name.${readingKeyOf(entry)}` as 'readings.name.ignition'
  const isNumber = entry.kind === 'number'
  return {
    name: entry.pattern,
    title: { es: translate('es', key), en: translate('en', key) },
    kind: entry.kind,
    group: entry.group,
    unit: entry.unit,
    range: isNumber ? { min: entry.min, max: entry.max } : null,
    digits: entry.digits,
    protocols: [...entry.protocols],
    audience: entry.audience,
    hasHistory: entry.hasHistory,
  }
})

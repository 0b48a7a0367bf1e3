import { messageParts } from '@rumbo/contract/telemetry.readings.catalogue'
import { kindOfValue, readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { describe, expect, it } from 'vitest'
import { captureFile } from './testing/capture-forms.ts'
import { readDeviceData } from './testing/captures.ts'
import { corpusKinds, corpusTable, isBelowTarget, measureCorpora } from './testing/corpus.ts'
import { uncataloguedReadings } from './testing/uncatalogued.ts'

const results = measureCorpora()

describe.each(results)(
  'the corpus of $protocol',
  ({ protocol, documented, shares, misses, exceptions, belowTarget, stated }) => {
    it('has messages of the protocol written from its documents', () => {
      expect(documented).toBeGreaterThanOrEqual(5)
    })

    it.each(corpusKinds)('%s reaches its target, or is listed below it with the reason', (kind) => {
      const wrong = misses.filter((miss) => miss.kind === kind)
      // What is missed is in the captures, which not every machine has.
      const isListed = belowTarget[kind] !== undefined && wrong.length > 0
      expect({ isBelow: isBelowTarget(kind, shares[kind]) }, JSON.stringify(wrong)).toEqual({
        isBelow: isListed,
      })
    })

    it('misses what is listed with its reason, and nothing else', () => {
      const isListed = ({ begins, kind }: (typeof misses)[number]) =>
        exceptions.some((each) => each.kind === kind && begins.startsWith(each.begins))
      expect(misses.filter((miss) => !isListed(miss))).toEqual([])
    })

    it('lists no exception that is read by now', () => {
      const isMissed = ({ begins, kind }: (typeof exceptions)[number]) =>
        misses.some((miss) => miss.kind === kind && miss.begins.startsWith(begins))
      const isPresent = misses.length > 0 || exceptions.length === 0
      if (isPresent) expect(exceptions.filter((each) => !isMissed(each))).toEqual([])
    })

    // Values out of range; `satellitesRaw` is the fix's own.
    const plausible = [...stated].filter(([name]) => readingOf(name).entry || !name.endsWith('Raw'))

    it('states only readings that the catalogue lists with the protocol, in the kind that it has there', () => {
      const wrong = plausible.filter(([name, value]) => {
        const { entry } = readingOf(name)
        if (!entry) return false
        // Elements without a known meaning.
        const isKind = entry.kind === kindOfValue(value) || entry.pattern === 'io#'
        return !isKind || !entry.protocols.includes(protocol)
      })
      expect(wrong).toEqual([])
    })

    const listed = uncataloguedReadings[protocol] ?? []

    it('states no other readings than those of the catalogue, parts of messages, and those listed as left out', () => {
      const unknown = plausible
        .map(([name]) => name)
        .filter((name) => !readingOf(name).entry && !messageParts.has(name) && !listed.includes(name))
      expect(unknown).toEqual([])
      expect(listed.filter((name) => readingOf(name).entry)).toEqual([])
    })

    it('lists no reading as left out that is not stated', () => {
      // Some are only in the captures, which not every machine has.
      if (readDeviceData(`captures/${captureFile(protocol)}`) === null) return
      expect(listed.filter((name) => !stated.has(name))).toEqual([])
    })
  },
)

it('has at least 300 values beside those of the captures, and prints the shares', () => {
  console.info(corpusTable(results))
  expect(results.reduce((sum, { documented }) => sum + documented, 0)).toBeGreaterThanOrEqual(300)
})

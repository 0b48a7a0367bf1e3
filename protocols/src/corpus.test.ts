import { describe, expect, it } from 'vitest'
import { corpusKinds, corpusTable, corpusTargets, measureCorpora } from './testing/corpus.ts'

const results = measureCorpora()

describe.each(results)('the corpus of $protocol', ({ documented, shares, misses, exceptions }) => {
  it('has messages of the protocol written from its documents', () => {
    expect(documented).toBeGreaterThanOrEqual(5)
  })

  it.each(corpusKinds)('%s reaches its target', (kind) => {
    const { expected, correct } = shares[kind]
    const wrong = misses.filter((miss) => miss.kind === kind)
    // One of a few is more than its share.
    expect(correct, JSON.stringify(wrong)).toBeGreaterThanOrEqual(Math.floor(expected * corpusTargets[kind]))
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
})

it('has at least 300 values beside those of the captures, and prints the shares', () => {
  console.info(corpusTable(results))
  expect(results.reduce((sum, { documented }) => sum + documented, 0)).toBeGreaterThanOrEqual(300)
})

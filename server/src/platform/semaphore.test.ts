import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

type Work = () => Promise<number>

/** Tasks that end when the test resolves them. */
function works(count: number) {
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(number)
      ends[number] = () => resolve(number)
    })
  return { ends, begun, list: Array.from({ length: count }, (_, number) => work(number)) }
}

describe('limits', () => {
  it('runs up to the limit at once, and the rest in order of arrival', async () => {
    const limit = createSemaphore(2)
    const { ends, begun, list } = works(4)
    const results = list.map((work) => limit(work))
    expect(begun).toEqual([0, 1])
    ends[1]?.()
    await results[1]
    expect(begun).toEqual([0, 1, 2])
    ends[0]?.()
    ends[2]?.()
    await Promise.all([results[0], results[2]])
    expect(begun).toEqual([0, 1, 2, 3])
    ends[3]?.()
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
  })

  it('continues after a failed task', async () => {
    const limit = createSemaphore(1)
    const failing = limit(() => Promise.reject(new Error('no memory')))
    const next = limit(async () => 'done')
    await expect(failing).rejects.toThrow('no memory')
    expect(await next).toBe('done')
  })

  it('refuses when too many are waiting, not counting aborted ones', async () => {
    const limit = createSemaphore(1, { maxWaiting: 1 })
    const { ends, begun, list } = works(4)
    const [first, second, third, fourth] = list as [Work, Work, Work, Work]
    const leaving = new AbortController()
    const running = limit(first)
    const left = limit(second, { signal: leaving.signal })
    await expect(limit(third)).rejects.toMatchObject({ code: 'unavailable' })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(limit(second, { signal: leaving.signal })).rejects.toThrow('gone')
    const next = limit(fourth)
    ends[0]?.()
    await running
    expect(begun).toEqual([0, 3])
    ends[3]?.()
    expect(await next).toBe(3)
  })
  it('serves the keys in rotation, however many tasks of one key wait', async () => {
    const limit = createSemaphore(1)
    const { ends, begun, list } = works(5)
    const keys = ['greedy', 'greedy', 'greedy', 'other', 'third']
    const results = list.map((work, number) => limit(work, { key: keys[number] ?? '' }))
    for (const number of [0, 1, 3, 4, 2]) {
      expect(begun.at(-1)).toBe(number)
      ends[number]?.()
      await results[number]
    }
  })

  it('leaves a slot to other keys when one key is at its limit', async () => {
    const limit = createSemaphore(3, { maxRunning: 2, maxWaiting: 1 })
    const { ends, begun, list } = works(5)
    const [a, b, c, d, other] = list as [Work, Work, Work, Work, Work]
    const results = [limit(a, { key: 'one' }), limit(b, { key: 'one' }), limit(c, { key: 'one' })]
    await expect(limit(d, { key: 'one' })).rejects.toMatchObject({ code: 'unavailable' })
    const others = limit(other, { key: 'other' })
    expect(begun).toEqual([0, 1, 4])
    ends[4]?.()
    await others
    expect(begun).toEqual([0, 1, 4])
    ends[0]?.()
    await results[0]
    expect(begun).toEqual([0, 1, 4, 2])
    for (const end of ends) end?.()
    await Promise.all(results)
  })
})

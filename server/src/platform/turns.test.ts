import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

type Work = () => Promise<number>

/** Works that end when they are told to. */
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

describe('turns', () => {
  it('lets so many works run at once, the others in the order they came', async () => {
    const inTurn = createTurns(2)
    const { ends, begun, list } = works(4)
    const results = list.map((work) => inTurn(work))
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

  it('goes on after a work that failed', async () => {
    const inTurn = createTurns(1)
    const failing = inTurn(() => Promise.reject(new Error('no memory')))
    const next = inTurn(async () => 'done')
    await expect(failing).rejects.toThrow('no memory')
    expect(await next).toBe('done')
  })

  it('refuses where too many wait, and counts nobody who waits no longer', async () => {
    const inTurn = createTurns(1, { mostWaiting: 1 })
    const { ends, begun, list } = works(4)
    const [first, second, third, fourth] = list as [Work, Work, Work, Work]
    const leaving = new AbortController()
    const running = inTurn(first)
    const left = inTurn(second, leaving.signal)
    await expect(inTurn(third)).rejects.toMatchObject({ code: 'unavailable' })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(inTurn(second, leaving.signal)).rejects.toThrow('gone')
    const next = inTurn(fourth)
    ends[0]?.()
    await running
    expect(begun).toEqual([0, 3])
    ends[3]?.()
    expect(await next).toBe(3)
  })
})

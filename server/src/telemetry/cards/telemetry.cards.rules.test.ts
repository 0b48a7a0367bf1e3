import { normalCard } from '@rumbo/contract/shifts.cards.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { describe, expect, it } from 'vitest'
import { type CardState, cardStateOf, cardText, isStillPresented, noteCard } from './telemetry.cards.rules.ts'

type Statement = Partial<Parameters<typeof noteCard>[1]> & { minute: number }
/** The minutes in which a card was presented, or removed. */
function presentedAt(statements: readonly Statement[]): number[] {
  let state: CardState | null = null
  return statements.flatMap(({ minute, ...some }) => {
    const noted = noteCard(state, {
      ...{ at: minute * minuteMs, card: undefined, ignition: true, isPosition: true },
      ...some,
    })
    state = noted.state
    return noted.isPresented ? [minute] : []
  })
}

describe('card numbers', () => {
  it.each([
    ['00:00:1a-2b 3c', '1A2B3C'],
    ['0013654796', '13654796'],
    ['MX-77.0', 'MX770'],
  ])('%s is %s', (text, card) => expect(normalCard(text)).toBe(card))

  it.each(['', '0000000000000000', '--', 'FFFFFFFF', 'ff-ff-ff-ff-ff-ff-ff-ff', 'ñ'])(
    '%j is none',
    (text) => {
      expect(normalCard(text)).toBeNull()
    },
  )

  it('are cut at 64 characters', () => expect(normalCard('1'.repeat(200))).toHaveLength(64))
})

describe('a reader that holds the card', () => {
  it('presents it once, however often it is stated, and again once the ignition was off', () => {
    expect(
      presentedAt([
        { minute: 0, card: 'A' },
        { minute: 1, card: 'A' },
        { minute: 30, card: 'A' },
        { minute: 31, card: 'A', ignition: false },
        { minute: 90, card: 'A', ignition: false },
        { minute: 91, card: 'A' },
        { minute: 92, card: 'A' },
      ]),
    ).toEqual([0, 91])
  })

  it('states its removal, which counts once, and none before the first card', () => {
    expect(
      presentedAt([
        { minute: 0, card: null },
        { minute: 1, card: 'A' },
        { minute: 2, card: null },
        { minute: 3, card: null },
        { minute: 4, card: 'A' },
      ]),
    ).toEqual([1, 2, 4])
  })
})

describe('a reader against which cards are held', () => {
  it('presents one each time, if positions and two minutes came between', () => {
    expect(
      presentedAt([
        { minute: 0, card: 'A' },
        { minute: 1 },
        { minute: 1.5, card: 'A' },
        { minute: 2 },
        { minute: 9, card: 'A', ignition: false },
        { minute: 10, card: 'B' },
      ]),
    ).toEqual([0, 9, 10])
  })
})

it('a card counts until another one is presented, or it is removed and the engine turned off after it', () => {
  let state: CardState | null = null
  const note = (at: number, card: string | null, ignition: boolean | null, presentedAt: number) => {
    state = noteCard(state, { at, card, ignition, isPosition: true }).state
    return ['A', 'B'].filter((each) => isStillPresented(state, each, presentedAt))
  }
  expect(isStillPresented(state, 'A', 0)).toBe(false)
  expect(note(1, 'A', true, 1)).toEqual(['A'])
  expect(note(2, null, true, 1)).toEqual(['A'])
  expect(note(3, null, null, 1)).toEqual(['A'])
  expect(note(4, 'B', true, 4)).toEqual(['B'])
  expect(note(5, null, false, 4)).toEqual([])
  expect(note(6, null, true, 4)).toEqual(['B'])
  // The engine was off before the card was presented, and is not started yet.
  expect(note(7, null, false, 4)).toEqual([])
  expect(note(8, 'A', false, 8)).toEqual(['A'])
  expect(note(9, null, false, 8)).toEqual(['A'])
  expect(note(10, null, true, 8)).toEqual(['A'])
  expect(note(11, null, false, 8)).toEqual([])
})

it('the first card of a vehicle, presented with the engine off, counts after its removal', () => {
  const { state } = noteCard(null, { at: 5, card: 'A', ignition: false, isPosition: true })
  const removed = noteCard(state, { at: 6, card: null, ignition: false, isPosition: true })
  expect(isStillPresented(removed.state, 'A', 5)).toBe(true)
})

it('a state of an older version has no card that was removed', () => {
  const { removed, ...older } = noteCard(null, { at: 5, card: 'A', ignition: null, isPosition: true })
    .state as CardState
  expect(removed).toBeNull()
  expect(cardStateOf(JSON.stringify(older))).toEqual({ ...older, removed: null })
})

it('the state survives being stored, with anything a device may state', () => {
  const { state } = noteCard(null, { at: 5, card: '"\\,{}', ignition: null, isPosition: true })
  expect(cardStateOf(cardText(state))).toEqual(state)
  expect(cardStateOf('{')).toBeNull()
  expect(cardStateOf(null)).toBeNull()
})

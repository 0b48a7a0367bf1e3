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

it('a card counts until another one is presented, or it is removed with the ignition off', () => {
  let state: CardState | null = null
  const note = (card: string | null, ignition: boolean | null) => {
    state = noteCard(state, { at: 0, card, ignition, isPosition: true }).state
    return ['A', 'B'].filter((each) => isStillPresented(state, each))
  }
  expect(isStillPresented(state, 'A')).toBe(false)
  expect(note('A', true)).toEqual(['A'])
  expect(note(null, true)).toEqual(['A'])
  expect(note(null, null)).toEqual(['A'])
  expect(note('B', true)).toEqual(['B'])
  expect(note(null, false)).toEqual([])
  expect(note(null, true)).toEqual(['B'])
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

import { expect, it } from 'vitest'
import { isYoung, type StartFacts, startState } from './first-steps.rules.ts'

const facts = (some: Partial<StartFacts> = {}): StartFacts => ({
  vehicles: [],
  hasSignal: false,
  people: [{ id: 'me' }],
  ownId: 'me',
  openInvitations: 0,
  services: 0,
  ...some,
})
const vehicle = (id: string, imei: string | null = null) => ({ id, imei })

it('treats a fleet as new while it is small or has no reports', () => {
  const at = (...times: (number | null)[]) => times.map((one) => ({ at: one }))
  expect(isYoung([])).toBe(true)
  expect(isYoung(at(1, 2, 3))).toBe(true)
  expect(isYoung(at(null, null, null, null))).toBe(true)
  expect(isYoung(at(null, null, null, 4))).toBe(false)
})

it('finds no step done in an empty fleet, and no vehicle to connect', () => {
  expect(startState(facts())).toEqual({
    vehicle: false,
    gps: false,
    people: false,
    service: false,
    isAwaitingSignal: false,
    trackerOf: undefined,
  })
})

it('counts a tracker as connected after its first report, and links to the one that was entered', () => {
  const entered = facts({ vehicles: [vehicle('a'), vehicle('b', '866551234567890')] })
  expect(startState(entered)).toMatchObject({ gps: false, isAwaitingSignal: true, trackerOf: 'b' })
  expect(startState({ ...entered, hasSignal: true })).toMatchObject({ gps: true, isAwaitingSignal: false })
  expect(startState(facts({ vehicles: [vehicle('a')] })).trackerOf).toBe('a')
})

it('counts an invitation as a colleague, but not the user', () => {
  expect(startState(facts({ openInvitations: 1, people: undefined })).people).toBe(true)
  expect(
    startState(facts({ people: [{ id: 'me' }, { id: 'ana' }], openInvitations: undefined })).people,
  ).toBe(true)
})

it('leaves unknown steps undefined', () => {
  const unknown = facts({ vehicles: undefined, people: undefined, services: undefined })
  expect(startState(unknown)).toMatchObject({
    vehicle: undefined,
    gps: undefined,
    people: undefined,
    service: undefined,
  })
  expect(startState(facts({ openInvitations: undefined })).people).toBeUndefined()
})

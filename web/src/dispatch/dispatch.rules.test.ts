import type { Candidate } from '@rumbo/contract/dispatch.contract'
import { describe, expect, it } from 'vitest'
import { somePlannedStop } from '../services/services.factory.ts'
import { arrivalText, eligible, matchCandidates, progressOf, waitLevel } from './dispatch.rules.ts'

const nowMs = Date.parse('2026-11-21T18:00:00.000Z')
describe('waiting', () => {
  it.each([
    [1, 'ahead'],
    [-1, 'calm'],
    [-3.74, 'calm'],
    [-3.75, 'soon'],
    [-4.99, 'soon'],
    [-5, 'late'],
  ] as const)('%d minutes is %s', (minutes, level) => {
    expect(waitLevel(nowMs + minutes * 60_000, nowMs)).toBe(level)
  })
})

describe('under way', () => {
  it('shows the next stop', () => {
    const plannedStops = [
      somePlannedStop(),
      somePlannedStop({ id: 'stop-2' }),
      somePlannedStop({ id: 'stop-3' }),
    ]
    expect(progressOf({ plannedStops, executedStops: [] })).toEqual({ next: 1, count: 3, share: 0 })
  })
})

describe('candidates', () => {
  const candidate = (vehicleNumber: string, isEligible = true): Candidate => ({
    vehicleId: vehicleNumber,
    vehicleNumber,
    plateNumber: `A-${vehicleNumber}-X`,
    type: 'sedan',
    status: isEligible ? 'active' : 'occupied',
    latitude: null,
    longitude: null,
    distanceMetres: null,
    arrivalSeconds: null,
    isEstimate: true,
    isEligible,
    cost: null,
    parts: {},
    reasons: isEligible ? [] : ['status'],
  })
  it('are found by number or plate, an exact number first', () => {
    const all = [candidate('1104'), candidate('104'), candidate('7')]
    expect(matchCandidates(all, '104').map(({ vehicleId }) => vehicleId)).toEqual(['104', '1104'])
    expect(matchCandidates(all, 'a-7').map(({ vehicleId }) => vehicleId)).toEqual(['7'])
    expect(matchCandidates(all, ' ')).toHaveLength(3)
  })
  it('are marked if their arrival is an estimate', () => {
    expect(arrivalText(125, true)).toBe(`≈ ${arrivalText(125, false)}`)
    expect(arrivalText(125, false)).toMatch(/2:05/)
  })
  it('are eligible or not', () => {
    expect(eligible([candidate('1', false), candidate('2')]).map(({ vehicleId }) => vehicleId)).toEqual(['2'])
  })
})

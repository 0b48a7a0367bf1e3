import { testClock } from '@rumbo/tools/testing'
import { expect, it } from 'vitest'
import type { InstalledRegion } from '../regions/places.regions.ts'
import type { EngineTable } from './places.roads.engine.ts'
import { regionsOf } from './places.roads.factory.ts'
import { EngineFailure, type EngineProcess } from './places.roads.process.ts'
import { createRegionEngine } from './places.roads.regional.ts'

const place = { latitude: 19.4, longitude: -99.2 }
const other = { latitude: 19.41, longitude: -99.19 }
const part: EngineTable = {
  seconds: Float32Array.of(60, Number.NaN),
  metres: Float32Array.of(900, Number.NaN),
}

function region(name: string, north: number): InstalledRegion {
  return {
    name,
    title: name,
    version: '1',
    addedAt: '2026-03-02T15:00:00.000Z',
    bounds: { west: -100, south: 19, east: -99, north },
    isApproximate: false,
    directory: '/nowhere',
    parts: [{ name: 'roads', path: 'roads.bin', revision: 1, bytes: 1 }],
  } as unknown as InstalledRegion
}

/** Of two regions the larger one never answers; the smaller one knows half of a table, or nothing. */
function engineWith(smaller: () => EngineTable | (number | null)[]) {
  const engine = {
    ask: async ({ name }: { name: string }) => {
      if (name === 'larger') throw new EngineFailure('timeout')
      return smaller()
    },
    keep: () => undefined,
    status: () => ({ state: 'idle' }),
    processId: () => null,
    close: () => undefined,
  } as unknown as EngineProcess
  const regions = regionsOf(region('larger', 21), region('smaller', 20))
  return createRegionEngine({ kind: 'portable', clock: testClock(), regions, engine })
}

it('returns the answer of one region although the next one fails', async () => {
  expect(await engineWith(() => part).table([place], [place, other], {})).toEqual(part)
})

it('returns the limits of one region although the next one fails, and fails if none answered', async () => {
  const [one, another] = [
    { ...place, headingDegrees: 90 },
    { ...other, headingDegrees: 90 },
  ]
  expect(await engineWith(() => [60, null]).limits([one, another])).toEqual([60, null])
  const fail = () => {
    throw new EngineFailure('busy')
  }
  await expect(engineWith(fail).limits([one, another])).rejects.toThrow('busy')
})

it('fails if no region answered, or the caller is gone', async () => {
  const table = (smaller: () => EngineTable, call = {}) =>
    engineWith(smaller).table([place], [place, other], call)
  const fail = () => {
    throw new EngineFailure('busy')
  }
  await expect(table(fail)).rejects.toThrow('busy')
  await expect(table(() => part, { signal: AbortSignal.abort() })).rejects.toThrow('timeout')
})

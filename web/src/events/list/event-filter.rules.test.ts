import { expect, it } from 'vitest'
import { asQuery, isBackwards, readEventFilter, setFilters } from './event-filter.rules.ts'

const vehicle = '0198c2a4-0000-7000-8000-000000000104'

it('reads the filters of an address, without values that do not exist', () => {
  const filter = readEventFilter({
    type: 'speeding',
    category: 'weather',
    severity: ['critical', 'huge'],
    status: 'active',
    vehicle,
    from: '2026-03-01',
    to: 'tomorrow',
    concerns: ['assigned', 'hated'],
  })
  expect(filter).toEqual({
    type: 'speeding',
    category: undefined,
    severity: ['critical'],
    status: ['active'],
    vehicle,
    from: '2026-03-01',
    to: undefined,
    concerns: ['assigned'],
  })
  expect(setFilters(filter)).toEqual([true, false, true, true, true, true, false, true])
  expect(setFilters(readEventFilter({ vehicle: "' or 1=1", from: '2026-02-99' })).some(Boolean)).toBe(false)
})

it('asks for whole days of the company’s time zone, the last one included', () => {
  const filter = readEventFilter({ from: '2026-03-01', to: '2026-03-02', severity: 'warning' })
  expect(asQuery(filter, 'America/Mexico_City')).toEqual({
    type: undefined,
    category: undefined,
    severity: ['warning'],
    status: undefined,
    vehicleId: undefined,
    from: '2026-03-01T06:00:00.000Z',
    to: '2026-03-03T06:00:00.000Z',
    concerns: undefined,
  })
  expect(isBackwards(filter)).toBe(false)
  expect(isBackwards({ from: '2026-03-03', to: '2026-03-02' })).toBe(true)
})

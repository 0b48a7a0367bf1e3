import { createVehicle } from '@rumbo/contract/vehicles.contract'
import { describe, expect, it } from 'vitest'
import { checkVehicle, emptyVehicle, vehicleBodyOf, vehicleDraftOf } from './vehicle-draft.rules.ts'
import { chooseVehicles, countStatuses, matchesSearch, readStatuses } from './vehicle-list.rules.ts'
import { someLiveVehicle, someVehicle } from './vehicles.factory.ts'

const fleet = [
  someLiveVehicle({ vehicleNumber: '10', status: 'active' }),
  someLiveVehicle({ vehicleNumber: '9', status: 'inactive', make: 'Mercedes-Benz', model: 'Sprínter' }),
  someLiveVehicle({ vehicleNumber: '7', status: 'alarmed' }),
  someLiveVehicle({ vehicleNumber: '8', status: 'critical' }),
  someLiveVehicle({ vehicleNumber: '6', status: 'occupied' }),
]
const numbers = (filter: Partial<Parameters<typeof chooseVehicles>[1]>) =>
  chooseVehicles(fleet, { statuses: [], search: '', order: 'status', ...filter }).shown.map(
    ({ vehicleNumber }) => vehicleNumber,
  )

describe('the list of the map', () => {
  it('puts what needs a person first, or goes by number', () => {
    expect(numbers({})).toEqual(['8', '7', '6', '10', '9'])
    expect(numbers({ order: 'number' })).toEqual(['6', '7', '8', '9', '10'])
  })

  it('shows critical and alarmed vehicles whatever the filter, and counts them', () => {
    expect(numbers({ statuses: ['active'] })).toEqual(['8', '7', '10'])
    const { autoShown } = chooseVehicles(fleet, { statuses: ['active'], search: '', order: 'status' })
    expect(autoShown).toBe(2)
    expect(
      chooseVehicles(fleet, { statuses: ['active', 'critical'], search: '', order: 'status' }).autoShown,
    ).toBe(1)
  })

  it('searches all of it, accents and dashes aside', () => {
    expect(numbers({ search: 'sprinter' })).toEqual(['9'])
    expect(numbers({ statuses: ['active'], search: '7' })).toEqual(['7'])
    expect(matchesSearch(someLiveVehicle(), 'a104k nissan')).toBe(true)
    expect(matchesSearch(someLiveVehicle(), 'a104k ford')).toBe(false)
  })

  it('counts each status and reads only known ones from the address', () => {
    expect(countStatuses(fleet)).toMatchObject({ critical: 1, alarmed: 1, active: 1, maintenance: 0 })
    expect(readStatuses(['active', 'nonsense'])).toEqual(['active'])
  })
})

describe('the vehicle form', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const valid = vehicleDraftOf(someVehicle())

  it('requires what section 5 requires', () => {
    expect(Object.keys(checkVehicle({ ...emptyVehicle }, now)).sort()).toEqual(
      [
        'color',
        'fuelType',
        'installationDate',
        'make',
        'model',
        'plateNumber',
        'type',
        'vehicleNumber',
        'year',
      ].sort(),
    )
    expect(checkVehicle(valid, now)).toEqual({})
  })

  it.each([
    [{ vin: '1HGCM82633A00435' }, { vin: 'vehicles.valid.vin' }],
    [{ vin: '1HGCM82633A004352' }, {}],
    [{ year: '1899' }, { year: 'vehicles.valid.yearMinimum' }],
    [{ year: '1900' }, {}],
    [{ year: '2026' }, {}],
    [{ year: '2027' }, { year: 'vehicles.valid.yearFuture' }],
    [{ year: 'x' }, { year: 'fields.wrong_format' }],
    [{ mileage: '-1' }, { mileage: 'vehicles.valid.mileage' }],
    [{ mileage: '' }, {}],
    [{ imei: '12' }, { imei: 'fields.wrong_format' }],
  ])('%j gives %j', (some, errors) => {
    expect(checkVehicle({ ...valid, ...some }, now)).toEqual(errors)
  })

  it('sends what the contract takes', () => {
    const fleetId = '0190a000-0000-7000-8000-000000000002'
    expect(createVehicle.body?.safeParse(vehicleBodyOf(valid, fleetId)).success).toBe(true)
  })
})

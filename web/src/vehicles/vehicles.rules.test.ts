import { createVehicle } from '@rumbo/contract/vehicles.contract'
import { translate } from '@rumbo/i18n'
import { describe, expect, it } from 'vitest'
import type { WordText } from '../ui/i18n.tsx'
import { hoursWords } from './hours-words.rules.ts'
import { checkVehicle, errorText } from './vehicle-check.rules.ts'
import { emptyVehicle, vehicleBodyOf, vehicleDraftOf } from './vehicle-draft.rules.ts'
import {
  chooseVehicles,
  countChanges,
  countStatuses,
  matchesSearch,
  readStatuses,
} from './vehicle-list.rules.ts'
import { draftDifferences, mergeDrafts } from './vehicle-merge.rules.ts'
import { withSkill } from './vehicle-skills.rules.ts'
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

const t: WordText = (key, ...params) => translate('es', key, ...params)

describe('the list of the map', () => {
  it('sorts by urgency or by number', () => {
    expect(numbers({})).toEqual(['8', '7', '6', '10', '9'])
    expect(numbers({ order: 'number' })).toEqual(['6', '7', '8', '9', '10'])
  })

  it('shows critical and alarmed vehicles whatever the filter, and counts them', () => {
    expect(numbers({ statuses: ['active'] })).toEqual(['8', '7', '10'])
    const { autoShown } = chooseVehicles(fleet, { statuses: ['active'], search: '', order: 'status' })
    expect(autoShown).toEqual(['v7', 'v8'])
    const searched = chooseVehicles(fleet, { statuses: ['active'], search: '10', order: 'status' })
    expect([searched.autoShown, searched.alarmed]).toEqual([[], ['v7', 'v8']])
    expect(
      chooseVehicles(fleet, { statuses: ['active', 'critical'], search: '', order: 'status' }).autoShown,
    ).toEqual(['v7'])
  })

  it('shows them whatever their type, but applies the search', () => {
    const asked = { statuses: [], types: ['bus'], search: '', order: 'status' } as const
    const { shown, autoShown } = chooseVehicles(
      [...fleet, someLiveVehicle({ vehicleNumber: '5', type: 'bus' })],
      asked,
    )
    expect(shown.map(({ vehicleNumber }) => vehicleNumber)).toEqual(['8', '7', '5'])
    expect(autoShown).toEqual(['v7', 'v8'])
    expect(chooseVehicles(fleet, { ...asked, search: '7' }).autoShown).toEqual(['v7'])
    expect(chooseVehicles(fleet, { ...asked, types: ['sedan'] }).autoShown).toEqual([])
  })

  it('searches all fields, ignoring accents and dashes', () => {
    expect(numbers({ search: 'sprinter' })).toEqual(['9'])
    expect(numbers({ statuses: ['active'], search: '7' })).toEqual(['7'])
    expect(matchesSearch(someLiveVehicle(), 'a104k nissan')).toBe(true)
    expect(matchesSearch(someLiveVehicle(), 'a104k ford')).toBe(false)
  })

  it('counts added, changed and removed vehicles since it was frozen', () => {
    const [first, second, ...rest] = fleet
    const come = someLiveVehicle({ vehicleNumber: '11' })
    expect(countChanges(fleet, fleet)).toBe(0)
    expect(countChanges(fleet, [{ ...(first ?? come), speedKmh: 3 }, ...rest, come])).toBe(3)
    expect(second && countChanges([second], [])).toBe(1)
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
    expect(Object.keys(checkVehicle({ ...emptyVehicle, fleetId: 'f1' }, now)).sort()).toEqual(
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
    [{ vin: '1HGCM82633A00435' }, { vin: 'vehicleForm.valid.vin' }],
    [{ vin: '1HGCM82633A004352' }, {}],
    [{ year: '1899' }, { year: 'vehicleForm.valid.yearMinimum' }],
    [{ year: '1900' }, {}],
    [{ year: '2026' }, {}],
    [{ year: '2027' }, { year: 'vehicleForm.valid.yearFuture' }],
    [{ year: 'x' }, { year: 'fields.wrong_format' }],
    [{ mileage: '-1' }, { mileage: 'vehicleForm.valid.mileage' }],
    [{ mileage: '' }, {}],
    [{ mileage: '12,500' }, {}],
    [{ mileage: '1e3' }, { mileage: 'fields.wrong_format' }],
    [{ imei: '12' }, { imei: 'fields.wrong_format' }],
  ])('%j gives %j', (some, errors) => {
    expect(checkVehicle({ ...valid, ...some }, now)).toEqual(errors)
  })

  it('creates a body that the contract accepts', () => {
    const fleetId = '0190a000-0000-7000-8000-000000000002'
    expect(createVehicle.body?.safeParse(vehicleBodyOf({ ...valid, fleetId })).success).toBe(true)
  })
})

describe('capacity, limits and requirements of a vehicle', () => {
  const draft = { ...vehicleDraftOf(someVehicle()), seats: '4', loadKg: '350,5', speedLimitKmh: '' }

  it('are sent as numbers, from comma or dot, and empty as null', () => {
    expect(checkVehicle(draft, new Date())).toEqual({})
    expect(vehicleBodyOf(draft)).toMatchObject({ seats: 4, loadKg: 350.5, speedLimitKmh: null })
  })

  it('reads 1,500 as fifteen hundred, not as one and a half', () => {
    const figures = { ...draft, loadKg: '1,500', mileage: '45,120' }
    expect(checkVehicle(figures, new Date())).toEqual({})
    expect(vehicleBodyOf(figures)).toMatchObject({ loadKg: 1500, mileage: 45_120 })
  })

  it.each([
    ['speedLimitKmh', 'fields.too_small', 'Escribe un número entero de 10 a 200'],
    ['loadKg', 'fields.wrong_format', 'Escribe un número de 0 a 100,000'],
    ['make', 'fields.too_long', 'Usa hasta 60 caracteres'],
    ['mileage', 'vehicleForm.valid.mileage', 'El kilometraje no puede ser negativo'],
    ['allowedHours', 'vehicleForm.valid.required', 'Elige al menos un día en cada horario'],
    ['plateNumber', 'fields.taken', 'Otra unidad ya tiene este dato'],
  ] as const)('explains for %s with %s what is valid', (field, error, words) => {
    expect(errorText(t, 'es', field, error)).toBe(words)
  })

  it.each([
    ['seats', '4.5', 'fields.wrong_format'],
    ['seats', '-1', 'fields.too_small'],
    ['loadKg', 'mucho', 'fields.wrong_format'],
    ['speedLimitKmh', '5', 'fields.too_small'],
    ['speedLimitKmh', '201', 'fields.too_big'],
  ] as const)('refuses %s of %s', (field, value, problem) => {
    expect(checkVehicle({ ...draft, [field]: value }, new Date())).toEqual({ [field]: problem })
  })

  it('refuses hours without a day or without a time', () => {
    const hours = (some: object) => ({
      ...draft,
      allowedHours: [{ days: [1], from: '22:00', to: '06:00', ...some }],
    })
    expect(checkVehicle(hours({}), new Date())).toEqual({})
    expect(checkVehicle(hours({ days: [] }), new Date())).toEqual({
      allowedHours: 'vehicleForm.valid.required',
    })
    expect(checkVehicle(hours({ to: '' }), new Date())).toEqual({ allowedHours: 'fields.wrong_format' })
  })

  it('stores a skill once, ignoring case and accents', () => {
    expect(withSkill(['Silla infantil'], ' silla  INFANTIL ')).toEqual(['Silla infantil'])
    expect(withSkill(['Silla infantil'], 'Rampa')).toEqual(['Silla infantil', 'Rampa'])
    expect(withSkill([], '  ')).toEqual([])
  })
})

describe('allowed hours', () => {
  it('are formatted in words', () => {
    const hours = (...days: number[]) => ({ days, from: '06:00', to: '22:00' })
    expect(
      hoursWords(t, [hours(1, 2, 3, 4, 5), hours(6, 7), hours(1, 3, 4), hours(1, 2, 3, 4, 5, 6, 7)]),
    ).toEqual([
      'lunes a viernes 06:00–22:00',
      'sábado, domingo 06:00–22:00',
      'lunes, miércoles, jueves 06:00–22:00',
      'todos los días 06:00–22:00',
    ])
  })
})

describe('concurrent edits of one vehicle', () => {
  const base = vehicleDraftOf(someVehicle())
  const mine = { ...base, model: 'Versa Plus', color: 'red' as const }
  const theirs = { ...base, model: 'Versa Drive', plateNumber: 'NEW-1', skills: ['Rampa'] }

  it('list the differences, and which side left a field unchanged', () => {
    expect(draftDifferences(base, mine, theirs)).toEqual([
      { field: 'plateNumber', isTheirsOnly: true },
      { field: 'model', isTheirsOnly: false },
      { field: 'color', isTheirsOnly: false },
      { field: 'skills', isTheirsOnly: true },
    ])
  })

  it('are merged field by field', () => {
    const merged = mergeDrafts(mine, theirs, new Set(['plateNumber', 'skills']))
    expect(merged).toMatchObject({
      model: 'Versa Plus',
      color: 'red',
      plateNumber: 'NEW-1',
      skills: ['Rampa'],
    })
  })
})

import type { Place } from '@rumbo/contract/places.contract'
import { describe, expect, it } from 'vitest'
import { chooseAddress } from './services.import.addresses.rules.ts'
import { proposeMapping } from './services.import.columns.rules.ts'
import {
  dateOrderOf,
  dayStart,
  readClock,
  readDay,
  readLocalTime,
  splitClocks,
} from './services.import.time.rules.ts'

const mexico = 'America/Mexico_City'

it.each([
  ['2026-03-25 14:30', '2026-03-25T20:30:00.000Z'],
  ['2026-03-25T14:30:05', '2026-03-25T20:30:05.000Z'],
  ['2026/3/5 8:05', '2026-03-05T14:05:00.000Z'],
  ['25/03/2026 2:30 p.m.', '2026-03-25T20:30:00.000Z'],
  ['3/25/2026 12:00 AM', '2026-03-25T06:00:00.000Z'],
  ['5/5/2026 10:00', '2026-05-05T16:00:00.000Z'],
  ['2026-03-25T14:30:00+01:00', '2026-03-25T13:30:00.000Z'],
])('reads %s', (text, at) => {
  expect(readLocalTime(text, mexico, null)).toEqual({ at })
})
it.each([
  ['03/04/2026 10:00', 'date_ambiguous'],
  ['25/03/26 10:00', 'date_ambiguous'],
  ['2026-02-30 10:00', 'wrong_format'],
  ['2026-03-25 24:30', 'wrong_format'],
  ['2026-03-25 13:30 pm', 'wrong_format'],
  ['2026-03-25', 'wrong_format'],
  ['mañana', 'wrong_format'],
  ['46106.604', 'wrong_format'],
])('refuses %s as %s', (text, code) => {
  expect(readLocalTime(text, mexico, null)).toEqual({ code })
})
it.each([
  [['03/04/2026 10:00', '25/03/2026 9:00'], '2026-04-03T16:00:00.000Z'],
  [['03/04/2026 10:00', '3/25/2026 9:00', 'mañana'], '2026-03-04T16:00:00.000Z'],
  [['03/04/2026 10:00', '3/25/2026 9:00', '25/03/2026 9:00'], null],
  [['03/04/2026 10:00', '04/04/2026 9:00', '2026-03-25 9:00'], null],
])('reads the first date of %j by the order of the others', (texts, at) => {
  const [first = ''] = texts
  expect(readLocalTime(first, mexico, dateOrderOf(texts))).toEqual(at ? { at } : { code: 'date_ambiguous' })
})
it('knows the hours that a clock skips and repeats', () => {
  expect(readLocalTime('2026-03-29 02:30', 'Europe/Madrid', null)).toEqual({ code: 'wrong_format' })
  expect(readLocalTime('2026-10-25 02:30', 'Europe/Madrid', null)).toEqual({ at: '2026-10-25T00:30:00.000Z' })
})

const place = (street: string, number: string | null, given: Partial<Place> = {}): Place => ({
  name: number ? `${street} ${number}` : street,
  detail: null,
  latitude: 19.4,
  longitude: -99.1,
  distanceMetres: null,
  isApproximate: false,
  kind: number ? 'address' : 'street',
  precision: number ? 'interpolated' : null,
  engine: 'region',
  sort: null,
  parts: {
    street,
    number,
    neighbourhood: null,
    city: 'Toluca',
    state: null,
    postalCode: null,
    country: null,
  },
  ...given,
})
const doubtOf = (address: string, found: Place[]) => {
  const chosen = chooseAddress(address, found)
  return 'doubt' in chosen ? chosen.doubt : null
}

describe('an address', () => {
  it('is sure with its house number, its street, and its town where it names one', () => {
    const found = [place('Avenida Hidalgo', '12'), place('Avenida Hidalgo', null)]
    expect(doubtOf('Av. Hidalgo 12', found)).toBeNull()
    expect(doubtOf('Av. Hidalgo #12, Col. Centro, Toluca', found)).toBeNull()
  })
  it('is sure as the whole name of one known place that is no town or part of one', () => {
    const named = (name: string, given: Partial<Place> = {}) => place(name, null, { kind: 'point', ...given })
    const hospital = named('Hospital General')
    expect(doubtOf('hospital general', [hospital, named('Hospital General de Zona')])).toBeNull()
    expect(doubtOf('Hospital General, Toluca', [hospital])).toBeNull()
    expect(doubtOf('Hospital General, Guadalajara', [hospital])).toBe('address_unsure')
    expect(doubtOf('Hospital', [hospital])).toBe('address_unsure')
    expect(doubtOf('Hospital General', [hospital, named('Hospital General')])).toBe('address_ambiguous')
    expect(doubtOf('Roma Norte', [named('Roma Norte', { kind: 'place' })])).toBe('address_unsure')
  })
  it('is not with another town, street or number, or several places', () => {
    const found = [place('Avenida Hidalgo', '12')]
    expect(doubtOf('Av. Hidalgo 12, Guadalajara', found)).toBe('address_unsure')
    expect(doubtOf('Av. Morelos 12', found)).toBe('address_unsure')
    expect(doubtOf('Av. Hidalgo 120', found)).toBe('address_unsure')
    expect(doubtOf('Av. Hidalgo', [place('Avenida Hidalgo', null)])).toBe('address_unsure')
    expect(doubtOf('Av. Hidalgo 12', [place('Avenida Hidalgo', '12', { precision: 'street' })])).toBe(
      'address_unsure',
    )
    expect(doubtOf('Av. Hidalgo 12', [...found, place('Calle Hidalgo', '12')])).toBe('address_ambiguous')
    expect(doubtOf('Av. Hidalgo 12', [])).toBe('address_not_found')
  })
})

it.each([
  ['Dirección', 'destinationAddress'],
  ['Peso (kg)', 'requiredLoadKg'],
  ['Kilos', 'requiredLoadKg'],
  ['Weight (kg)', 'requiredLoadKg'],
  ['Volumen (m³)', 'requiredLoadM3'],
  ['m3', 'requiredLoadM3'],
  ['Volume m3', 'requiredLoadM3'],
  ['Recoger a partir de', 'pickupFrom'],
  ['Pickup window end', 'pickupUntil'],
  ['Ventana desde', 'destinationFrom'],
  ['Horario de entrega', 'destinationFrom'],
  ['Deliver before', 'destinationUntil'],
  ['Minutos', 'destinationMinutes'],
  ['Service time', 'destinationMinutes'],
  ['Inicio de la ventana de la parada 2', 'stop2From'],
  ['Stop 3 minutes', 'stop3Minutes'],
  ['Lat', 'destinationLatitude'],
])('knows the column %s of a file of orders as %s', (heading, field) => {
  expect(proposeMapping([heading])).toEqual([field])
})

it.each([
  ['09:00', '09:00'],
  ['9:30 p.m.', '9:30 p.m.'],
  ['8 am', '8:00 am'],
  ['1899-12-30 09:00:00', '09:00:00'],
  ['2026-03-25 09:00', null],
  ['9', null],
  ['mañana', null],
])('takes %s for the time of day %s', (text, clock) => {
  expect(readClock(text)).toBe(clock)
})
it.each([
  ['09:00-11:30', ['09:00', '11:30']],
  ['de 9:00 a 13:00', ['9:00', '13:00']],
  ['9:00 am – 1:00 pm', ['9:00 am', '1:00 pm']],
  ['09:00', null],
  ['09:00 y 11:00', null],
])('splits %s into %j', (text, both) => {
  const split = splitClocks(text)
  expect(split && [split.from, split.until]).toEqual(both)
})
it('reads a day by the order of the other dates, and knows when it begins', () => {
  expect(readDay('25/03/2026', null)).toEqual({ day: '2026-03-25' })
  expect(readDay('03/04/2026', 'day_first')).toEqual({ day: '2026-04-03' })
  expect(readDay('03/04/2026', dateOrderOf(['3/25/2026']))).toEqual({ day: '2026-03-04' })
  expect(readDay('03/04/2026', null)).toEqual({ code: 'date_ambiguous' })
  expect(readDay('2026-02-30', null)).toEqual({ code: 'wrong_format' })
  expect(readDay('2026-03-25 09:00', null)).toBeNull()
  expect(dayStart('2026-03-25', mexico)).toBe('2026-03-25T06:00:00.000Z')
})

it('knows headings in Spanish and English', () => {
  expect(
    proposeMapping([
      'Folio',
      'Fecha',
      'Cliente',
      'Celular',
      'Origen',
      'Destino',
      'Destination latitude',
      'Fleet',
      'RFC',
    ]),
  ).toEqual([
    'reference',
    'dispatchTime',
    'requesterName',
    'requesterPhone',
    'pickupAddress',
    'destinationAddress',
    'destinationLatitude',
    'fleet',
    null,
  ])
})

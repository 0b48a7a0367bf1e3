import type { Event } from '@rumbo/contract/events.contract'
import { translate } from '@rumbo/i18n'
import { expect, it } from 'vitest'
import type { WordText } from '../ui/i18n.tsx'
import { figuresText } from './event-figures.ts'

const es: WordText = (key, ...params) => translate('es', key, ...params)
const of = (detail: Record<string, number | string> | null, some: Partial<Event> = {}) =>
  figuresText(es, 'es', { detail, ...some })

it('words what was measured', () => {
  expect(of({ limitKmh: 80, maxKmh: 97, seconds: 10 })).toBe('97 km/h, con límite de 80 km/h')
  expect(of({ limitKmh: 60, maxKmh: 82, seconds: 20, limitOf: 'road' })).toBe(
    '82 km/h, con un límite de la vialidad de 60 km/h',
  )
  expect(of({ limitKmh: 30, speedKmh: 44, seconds: 20, limitOf: 'fence' })).toBe(
    '44 km/h, con un límite de la geocerca de 30 km/h',
  )
  expect(of({ fromKmh: 60, toKmh: 46, metresPerSecond2: 3.9 })).toBe(
    'De 60 a 46 km/h en un segundo (3.9 m/s²)',
  )
  expect(of({ fromKmh: 68, seconds: 3 })).toBe('De 68 km/h a detenerse en 3 s')
  expect(of({ percent: 12 })).toBe('12 %')
})

it('is nothing without figures, or with ones it does not know', () => {
  expect(of(null)).toBeNull()
  expect(of({ minutes: 20 })).toBeNull()
})

it('words how late a service or a shift is, and the readings that met a rule', () => {
  expect(of({ minutes: 7, cause: 'distance' }, { type: 'service_delay' })).toBe(
    '7 min después de lo prometido',
  )
  const shift = { type: 'driver_shift_timeout' } as const
  expect(of({ driverName: 'Iván', reason: 'past_end', minutes: 16 }, shift)).toBe('16 min después de su fin')
  expect(of({ driverName: 'Iván', reason: 'too_long', minutes: 5 }, shift)).toBe(
    '5 min más de lo permitido en un día',
  )
  const rule = { type: 'custom', kind: null, ruleId: 'r1' } as const
  expect(of({ temperature1: 9.25, door: 'true', speedKmh: 40, driverName: 'Ana' }, rule)).toBe(
    'Temperatura 1: 9.25 °C, Puerta abierta: Sí, Velocidad GPS: 40 km/h, Nombre en la tarjeta: Ana',
  )
})

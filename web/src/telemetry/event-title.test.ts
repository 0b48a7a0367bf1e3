import { translate } from '@rumbo/i18n'
import { expect, it } from 'vitest'
import type { WordText } from '../ui/i18n.tsx'
import { eventTitle } from './EventList.tsx'

const es: WordText = (key, ...params) => translate('es', key, ...params)
const en: WordText = (key, ...params) => translate('en', key, ...params)
const conflict = {
  title: null,
  kind: 'driver_conflict',
  type: 'custom',
  troubleCode: null,
  driverAction: null,
  serviceNumber: null,
} as const

it('is the name of a rule, and of a geofence after what happened there', () => {
  expect(eventTitle(es, { ...conflict, title: 'Puerta abierta en ruta' })).toBe('Puerta abierta en ruta')
  const entry = {
    ...conflict,
    kind: null,
    type: 'geofence_entry',
    title: 'Patio norte',
    fenceId: 'f1',
  } as const
  expect(eventTitle(es, entry)).toBe('Entrada a geocerca: Patio norte')
})

it('names what a driver wanted to do when it was refused, and with which service', () => {
  const pickUp = { ...conflict, driverAction: 'pick_up', serviceNumber: 1_042 } as const
  expect(eventTitle(es, pickUp)).toBe('Acción del conductor sin efecto: Recogida, servicio 1042')
  expect(eventTitle(en, pickUp)).toBe('Driver’s action without effect: Pickup, service 1042')
  expect(eventTitle(es, { ...conflict, driverAction: 'start_break' })).toBe(
    'Acción del conductor sin efecto: Empezar descanso',
  )
  expect(eventTitle(es, conflict)).toBe('Una acción del conductor no se pudo aplicar')
})

it('names the service that is late, and the driver whose shift is over', () => {
  const late = { ...conflict, kind: null, type: 'service_delay', serviceNumber: 1_042 } as const
  expect(eventTitle(es, late)).toBe('Servicio 1042 con retraso')
  expect(eventTitle(en, late)).toBe('Service 1042 delayed')
  const over = { ...conflict, kind: null, type: 'driver_shift_timeout' } as const
  expect(eventTitle(es, { ...over, detail: { driverName: 'Iván Mora' } })).toBe('Turno excedido: Iván Mora')
  expect(eventTitle(es, over)).toBe('Turno del conductor excedido')
})

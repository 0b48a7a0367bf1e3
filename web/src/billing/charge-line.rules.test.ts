import type { ChargeLine } from '@rumbo/contract/billing.contract'
import { translate } from '@rumbo/i18n'
import type { TextArguments } from '@rumbo/i18n/keys'
import { expect, it } from 'vitest'
import { type ChargeKey, wordsOfLine } from './charge-line.rules.ts'

const line = (some: Partial<ChargeLine>): ChargeLine => ({
  kind: 'base',
  label: null,
  quantity: null,
  unit: null,
  rate: null,
  amount: '1.00',
  ...some,
})
const words = (language: 'es' | 'en', some: Partial<ChargeLine>, currency = 'MXN') => {
  const t = <K extends ChargeKey>(key: K, ...params: TextArguments<K>) => translate(language, key, ...params)
  const { name, detail } = wordsOfLine({ language, t }, line(some), currency)
  return [name, detail]
}

it.each([
  [{}, ['Tarifa base', null], ['Base fare', null]],
  [
    { kind: 'distance', quantity: 12.345, unit: 'km', rate: '9.50' },
    ['Distancia', '12.345 km × $9.50'],
    ['Distance', '12.345 km × $9.50'],
  ],
  [
    { kind: 'waiting', quantity: 5, unit: 'min', rate: '3.00' },
    ['Espera', '5 min × $3.00'],
    ['Waiting', '5 min × $3.00'],
  ],
  [
    { kind: 'stops', quantity: 2, unit: 'stop', rate: '10.00' },
    ['Paradas adicionales', '2 × $10.00'],
    ['Additional stops', '2 × $10.00'],
  ],
  [
    { kind: 'surcharge', label: 'Nocturna', quantity: 12.5, unit: 'percent' },
    ['Nocturna', '12.5 %'],
    ['Nocturna', '12.5 %'],
  ],
  [{ kind: 'extra', label: 'Equipaje' }, ['Equipaje', null], ['Equipaje', null]],
  [
    { kind: 'zone', label: 'Centro → Aeropuerto' },
    ['Tarifa fija', 'Centro → Aeropuerto'],
    ['Flat fare', 'Centro → Aeropuerto'],
  ],
  [{ kind: 'adjustment', label: 'Caseta' }, ['Ajuste', 'Caseta'], ['Adjustment', 'Caseta']],
] as const)('%j is described in both languages', (some, es, en) => {
  expect([words('es', some), words('en', some)]).toEqual([es, en])
})

it('has the decimals of the currency', () => {
  expect(words('es', { kind: 'time', quantity: 3, unit: 'min', rate: '120' }, 'CLP')[1]).toBe('3 min × $120')
})

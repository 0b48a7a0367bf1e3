import { translate } from '@rumbo/i18n'
import { expect, it } from 'vitest'
import type { WordText } from '../../ui/i18n.tsx'
import { importHint } from './import-hints.rules.ts'

const t: WordText = (key, ...params) => translate('es', key, ...params)

it.each([
  ['year', 'Escribe el año con cuatro cifras.'],
  ['mileage', 'Escribe solo el número: 1500.'],
  ['lastServiceDate', 'Escribe día, mes y año: 31/12/2026.'],
  ['plateNumber', null],
] as const)('explains the format of %s', (field, words) => {
  expect(importHint(t, field)).toBe(words)
})

import { translate } from '@rumbo/i18n'
import { expect, it } from 'vitest'
import type { WordText } from '../ui/i18n.tsx'
import { figuresText } from './event-figures.ts'

const es: WordText = (key, ...params) => translate('es', key, ...params)
const of = (detail: Record<string, number | string> | null) => figuresText(es, { detail })

it('words what was measured', () => {
  expect(of({ limitKmh: 80, maxKmh: 97, seconds: 10 })).toBe('97 km/h, con límite de 80 km/h')
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

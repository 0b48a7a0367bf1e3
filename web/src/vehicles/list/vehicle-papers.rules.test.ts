import { expect, it } from 'vitest'
import { earliestPaper } from './vehicle-papers.rules.ts'

it.each([
  [null, null, null],
  ['2026-12-01', null, { which: 'insurance', date: '2026-12-01' }],
  [null, '2026-12-01', { which: 'licence', date: '2026-12-01' }],
  ['2026-12-02', '2026-12-01', { which: 'licence', date: '2026-12-01' }],
  ['2026-12-01', '2026-12-01', { which: 'insurance', date: '2026-12-01' }],
])(
  'of insurance %s and permit %s returns the earlier date',
  (insuranceExpiresOn, licenceExpiresOn, expected) => {
    expect(earliestPaper({ insuranceExpiresOn, licenceExpiresOn })).toEqual(expected)
  },
)

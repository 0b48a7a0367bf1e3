import { expect, it } from 'vitest'
import { maskedBytes } from './telemetry.inspection.rules.ts'

it('masks a password that begins with another in whole', () => {
  const bytes = Buffer.from('PWD,1234,123456#')
  expect(maskedBytes(bytes, ['1234', '123456']).toString()).toBe('PWD,****,******#')
})

import { describe, expect, it } from 'vitest'
import { fromHex } from '../bytes.ts'
import { readDeviceData, testCaptures } from '../testing/captures.ts'
import { jt808ChecksumHolds } from './jt808.frame.ts'
import { jt808 } from './jt808.ts'

testCaptures(jt808, {
  file: 'jt808.json',
  atLeast: 57,
})

const others = readDeviceData<{ jt808: { hex: string; xor_ok: boolean }[] }>('other-captures.json')?.jt808

describe.skipIf(!others)(
  'JT/T 808 checksums',
  { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    it('have the checksums that a second source states', () => {
      expect(others?.length).toBeGreaterThan(50)
      for (const { hex, xor_ok } of others ?? []) expect(jt808ChecksumHolds(fromHex(hex)), hex).toBe(xor_ok)
    })
  },
)

import { describe, expect, it } from 'vitest'
import { fromHex } from '../bytes.ts'
import { readDeviceData, testCaptures } from '../testing/captures.ts'
import { encodeGt06Login } from './gt06.device.ts'
import { createGt06FrameReader } from './gt06.frame.ts'
import { gt06 } from './gt06.ts'

testCaptures(gt06, {
  file: 'gt06.json',
  atLeast: 107,
  // The captures' first login comes late, and nothing is accepted before one.
  login: encodeGt06Login('123456789012345', 1),
  understoodOtherwise: {
    '78782932180613':
      'Type 0x32: the stated altitude of -31703 m is the checksum 84 29; the two bytes before say 687 m.',
  },
})

const others = readDeviceData<{ gt06: { hex: string; crc_ok: boolean }[] }>('other-captures.json')?.gt06

describe.skipIf(!others)(
  'GT06 checksums',
  { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    it('have the checksums that a second source states', () => {
      expect(others?.length).toBeGreaterThan(10)
      for (const other of others ?? []) {
        const holds: boolean[] = []
        createGt06FrameReader().push(fromHex(other.hex), (frame) => holds.push(frame.checksumHolds))
        expect(holds, other.hex).toEqual([other.crc_ok])
      }
    })
  },
)

import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { readDeviceData, testCaptures } from '../testing/captures.ts'
import { queclink } from './queclink.ts'

const switchedOn = '2b524553503a4754504e412c463530323031'

testCaptures(queclink, {
  file: 'gl200text.json',
  understoodOtherwise: {
    [switchedOn]: 'A tracker that was switched on is an event here, and not an alarm.',
  },
  atLeast: 111,
})

const others = readDeviceData<{ queclink: string[] }>('other-captures.json')?.queclink ?? []
/** Types with a position; the others are about power, versions and answers. */
const placeless = new Set(['PDP', 'PFA', 'PNA', 'INF', 'VER', 'HBD'])

describe.skipIf(others.length === 0)(
  'Queclink messages of a second source',
  { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    for (const [index, text] of others.entries()) {
      it(`${index} ${text.slice(0, 30)}`, () => {
        const messages: DeviceMessage[] = []
        const stream = queclink.openStream({ transport: 'udp' })
        stream.read(asciiBytes(text), new Date(), (message) => messages.push(message))
        expect(messages).toHaveLength(1)
        const [message] = messages
        expect(message?.reports.length).toBeGreaterThan(0)
        const type = /^\+\w+:GT(\w{3})/.exec(text)?.[1] ?? ''
        const isCut = !text.endsWith('$')
        const hasPlace = text.startsWith('+RESP') && !placeless.has(type) && !isCut
        expect(message?.reports.some(({ fix }) => fix !== null)).toBe(hasPlace)
      })
    }
  },
)

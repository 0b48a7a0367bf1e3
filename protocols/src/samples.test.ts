import { describe, expect, it } from 'vitest'
import { decodeOsmand } from './osmand/osmand.decode.ts'
import { framedProtocols } from './registry.ts'
import { type Capture, compareCapture, decodeCaptures, readSamples } from './testing/captures.ts'

describe.each(framedProtocols.map((protocol) => [protocol.name, protocol] as const))(
  'samples of %s',
  (name, protocol) => {
    const samples = readSamples<Capture>(name, 'frames.json')
    decodeCaptures(protocol, samples)

    it('include fixes, alarms and messages without a fix', () => {
      expect(samples.filter(({ fix }) => fix).length).toBeGreaterThan(5)
      expect(samples.filter(({ field }) => field?.alarm).length).toBeGreaterThan(3)
      expect(samples.some(({ fix }) => !fix)).toBe(true)
    })
  },
)

describe('samples of osmand', () => {
  const samples = readSamples<Capture & { httpUrl: string; httpBody?: string }>('osmand', 'requests.json')
  it.each(samples.map((sample, index) => ({ ...sample, index })))('$index $expect $httpUrl', (sample) => {
    const [, query = ''] = sample.httpUrl.split('?')
    const decoding = decodeOsmand({ query, body: sample.httpBody ?? '', receivedAt: new Date() })
    expect(decoding.isAccepted).toBe(sample.expect !== 'nothing')
    if (decoding.isAccepted) compareCapture(sample, [decoding.report])
  })
})

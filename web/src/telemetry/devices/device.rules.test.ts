import { describe, expect, it } from 'vitest'
import {
  contactStateOf,
  isApn,
  modelLabel,
  phoneAddresses,
  refusedLines,
  smsAddress,
} from './device.rules.ts'

const now = Date.parse('2026-03-02T15:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

describe('the first contact', () => {
  it.each([
    ['waiting', false, null, null],
    ['waiting', false, null, ago(1)],
    ['silent', false, ago(11), ago(11)],
    ['connected', true, null, null],
    ['connected', true, ago(1), ago(600)],
    ['connected', false, ago(9), null],
    ['reporting', true, ago(0), ago(0)],
    ['reporting', false, ago(2), ago(3)],
  ] as const)(
    'is %s when connected is %s, last report at %s, position at %s',
    (state, isConnected, lastReportAt, lastFixAt) => {
      expect(contactStateOf({ isConnected, lastReportAt, lastFixAt }, now)).toBe(state)
    },
  )

  it('lists refused reports by reason, most frequent first, unknown reasons combined', () => {
    expect(refusedLines({ future: 2, speed: 5, one_of_tomorrow: 1, another: 2 })).toEqual([
      { reason: 'speed', count: 5 },
      { reason: 'other', count: 3 },
      { reason: 'future', count: 2 },
    ])
    expect(refusedLines({})).toEqual([])
  })
})

describe('configuration of a device', () => {
  it('names the maker once', () => {
    expect(modelLabel({ maker: 'Concox', model: 'GT06N' })).toBe('Concox GT06N')
    expect(modelLabel({ maker: 'Traccar', model: 'Traccar Client' })).toBe('Traccar Client')
  })

  it('accepts valid names of access points', () => {
    expect(['', 'internet.itelcel.com', 'web-1'].every(isApn)).toBe(true)
    expect(['a b', 'ñandú', 'a,b', 'x'.repeat(64)].some(isApn)).toBe(false)
  })

  it('opens a text message with recipient and text', () => {
    expect(smsAddress('+52 (55) 1234-5678', 'SERVER,1,a.mx,5023,0#')).toBe(
      'sms:+525512345678?body=SERVER%2C1%2Ca.mx%2C5023%2C0%23',
    )
  })

  it('contains the identifier, and the secret while it is known', () => {
    const target = { host: 'gps.example.mx', port: 5055, identifier: 'phone 1' }
    const bare = phoneAddresses({ ...target, secret: null })
    expect(bare.app).toBe('http://gps.example.mx:5055/?id=phone+1')
    expect(bare.osmand).toContain('?id=phone+1&lat={0}&lon={1}')
    expect(phoneAddresses({ ...target, secret: 's3' }).app).toContain('&secret=s3')
    expect(phoneAddresses({ ...target, host: 'fd00::1', secret: null }).app).toContain(
      'http://[fd00::1]:5055/',
    )
  })
})

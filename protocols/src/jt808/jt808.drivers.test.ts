import { describe, expect, it } from 'vitest'
import { toHex } from '../bytes.ts'
import { hexOf, locationWith, messagesOf, messageWith, reportIn } from '../testing/jt808-frames.ts'
import { unescapeJt808 } from './jt808.frame.ts'

const time = '260304130600'
const padded = (text: string) => hexOf(text).padEnd(40, '0')

describe('driver cards of 0x0702 (JT/T 808-2013, table 42; JT/T 808-2019, table 43)', () => {
  const card = `0d ${hexOf('Juan Perez MX')} ${padded('CDMX-4471982')} 03 ${hexOf('SCT')} 20281231`

  it('name the driver whose card was inserted', () => {
    const report = reportIn(messageWith(0x0702, `01 ${time} 00 ${card}`))
    expect(report.unreadFrame).toBeUndefined()
    expect(report.telemetry.driverUniqueId).toBe('CDMX-4471982')
    expect(report.extras).toMatchObject({ driverName: 'Juan Perez MX', driverCard: 'inserted' })
  })

  it('of 2019 carry an identity number behind', () => {
    const report = reportIn(messageWith(0x0702, `01 ${time} 00 ${card} ${padded('PEMJ850101')}`))
    expect(report.telemetry.driverUniqueId).toBe('CDMX-4471982')
  })

  it('name the driver in Chinese letters', () => {
    const report = reportIn(messageWith(0x0702, `01 ${time} 00 04 d5c5c8fd ${padded('440301')} 00 20281231`))
    expect(report.extras.driverName).toBe('张三')
    expect(report.telemetry.driverUniqueId).toBe('440301')
  })

  it('name nobody when removed or unreadable', () => {
    const removed = reportIn(messageWith(0x0702, `02 ${time}`))
    expect(removed.telemetry.driverUniqueId).toBeUndefined()
    expect(removed.extras).toMatchObject({ driverCard: 'removed' })
    const failed = reportIn(messageWith(0x0702, `01 ${time} 03`))
    expect(failed.telemetry.driverUniqueId).toBeUndefined()
    expect(failed.extras).toMatchObject({ driverCard: 'unreadable' })
  })

  it('of 2011 have no state in front (JT/T 808-2011, table 39)', () => {
    const body = `04 ${hexOf('Juan')} ${padded('PEMJ850101')} ${hexOf('4471982').padEnd(80, '0')} 03 ${hexOf('SCT')}`
    const report = reportIn(messageWith(0x0702, body))
    expect(report.telemetry.driverUniqueId).toBe('4471982')
    expect(report.extras.driverName).toBe('Juan')
  })

  it('are acknowledged, and kept to be decoded again when too short', () => {
    const [message] = messagesOf(messageWith(0x0702, '01'))
    expect(toHex(unescapeJt808(message?.acknowledgement ?? new Uint8Array(0)), 0, 2)).toBe('8001')
    expect(message?.reports[0]?.unreadFrame).toBeDefined()
  })
})

describe('driver cards of items', () => {
  it.each([
    ['BD', `bd 0a ${hexOf('0007558211')}`, '0007558211'],
    ['BD with blanks', `bd 0c ${hexOf('  0007558211')}`, '0007558211'],
    ['E1 of four bytes', 'e1 04 00735443', '7558211'],
    ['60 of a lock opened by card', `60 10 0061 112233445566 ${hexOf('00755821')}`, '00755821'],
    ['ED', `ed 0c ${hexOf('LIC-20117731')}`, 'LIC-20117731'],
  ])('%s', (_, item, driver) => {
    expect(reportIn(locationWith(item)).telemetry.driverUniqueId).toBe(driver)
  })

  it('BC is the name beside the card', () => {
    const report = reportIn(locationWith(`bc 0a ${hexOf('Ana Torres')} bd 08 ${hexOf('1A2B3C4D')}`))
    expect(report.extras.driverName).toBe('Ana Torres')
    expect(report.telemetry.driverUniqueId).toBe('1A2B3C4D')
  })

  it('name nobody where they are empty', () => {
    for (const item of ['bd 04 00000000', 'bd 00', 'e1 04 00000000', 'e1 04 ffffffff', 'bd 04 ff80ff80'])
      expect(reportIn(locationWith(item)).telemetry.driverUniqueId, item).toBeUndefined()
  })
})

describe('driver cards passed through in 0x0900', () => {
  it.each(['40', '41', '42'])('are the fifth field of a GTSL text of port %s', (port) => {
    const report = reportIn(messageWith(0x0900, `${port} ${hexOf('GTSL|1|6|0|0013245768|26030413|')}`))
    expect(report.telemetry.driverUniqueId).toBe('0013245768')
  })

  it('are kept as text where the form is another', () => {
    const report = reportIn(messageWith(0x0900, `41 ${hexOf('RFID OK')}`))
    expect(report.telemetry.driverUniqueId).toBeUndefined()
    expect(report.extras.serialText).toBe('RFID OK')
  })
})

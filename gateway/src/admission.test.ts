import { describe, expect, it } from 'vitest'
import { createAddressCheck, createAdmission } from './admission.ts'

describe('admission', () => {
  it('limits all connections, and those of one address that is not of this machine', () => {
    const admission = createAdmission({ maxConnections: 4, maxConnectionsPerAddress: 1 })
    expect(admission.enter('203.0.113.1')).toBeNull()
    expect(admission.enter('203.0.113.1')).toBe('address_limit')
    expect(admission.enter('203.0.113.2')).toBeNull()
    expect(admission.enter('127.0.0.1')).toBeNull()
    expect(admission.enter('127.0.0.1')).toBeNull()
    expect(admission.enter('127.0.0.1')).toBe('connection_limit')
    admission.leave('203.0.113.1')
    expect(admission.open()).toBe(3)
    expect(admission.enter('203.0.113.1')).toBeNull()
  })
})

describe('the addresses that may report', () => {
  it.each([
    [undefined, '203.0.113.1', true],
    [[], '203.0.113.1', false],
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['10.0.0.0/8'], '11.1.2.3', false],
    [['192.0.2.7', '2001:db8::/32'], '192.0.2.7', true],
    [['192.0.2.7', '2001:db8::/32'], '2001:db8::9', true],
    [['192.0.2.7', '2001:db8::/32'], '', false],
  ])('%j, %s: %s', (ranges, address, expected) => {
    expect(createAddressCheck(ranges)(address)).toBe(expected)
  })
})

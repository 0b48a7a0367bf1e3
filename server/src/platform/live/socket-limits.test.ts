import { describe, expect, it } from 'vitest'
import { createSocketCounts, networkOf } from './socket-limits.ts'

function bench(some = {}) {
  const closed: string[] = []
  const counts = createSocketCounts<string>(
    { sockets: 100, perPerson: 3, perAddress: 8, unauthenticatedShare: 0.05, ...some },
    (socket, code) => closed.push(`${socket} ${code}`),
  )
  const open = (socket: string, address: string, person?: string) => {
    counts.enter(socket, address)
    if (person) counts.identify(socket, person)
  }
  return { counts, closed, open }
}

describe('limits of live sockets', () => {
  it('close the oldest socket of a user with too many', () => {
    const { counts, closed, open } = bench()
    for (const number of [1, 2, 3, 4, 5]) open(`ana ${number}`, `10.0.0.${number}`, 'ana')
    open('luis 1', '10.0.0.9', 'luis')
    expect(closed).toEqual(['ana 1 person_limit', 'ana 2 person_limit'])
    counts.leave('ana 1')
    counts.leave('ana 4')
    open('ana 6', '10.0.0.1', 'ana')
    expect(closed).toHaveLength(2)
    expect(counts.size()).toBe(4)
  })

  it('close the oldest socket of an address, first one that has not authenticated', () => {
    const { closed, open } = bench()
    for (let number = 1; number <= 7; number += 1) open(`s${number}`, '10.0.0.1', `person ${number}`)
    open('anonymous', '10.0.0.1')
    open('s8', '10.0.0.1', 'person 8')
    open('s9', '10.0.0.1', 'person 9')
    expect(closed).toEqual(['anonymous overloaded', 's1 address_limit'])
  })

  it('leave room for others when one address opens sockets without authenticating', () => {
    const { counts, closed, open } = bench()
    open('ana', '10.0.0.9')
    for (let number = 1; number <= 20; number += 1) open(`x${number}`, '10.0.0.1')
    expect(closed).not.toContain('ana overloaded')
    expect(counts.size()).toBe(5)
    counts.identify('ana', 'ana')
    expect(counts.size()).toBe(5)
    open('x21', '10.0.0.1')
    expect(counts.size()).toBe(6)
  })

  it('include a total number of sockets', () => {
    const { counts, open } = bench({ sockets: 2 })
    open('a', '1', 'a')
    expect(counts.hasRoom()).toBe(true)
    open('b', '2', 'b')
    expect(counts.hasRoom()).toBe(false)
    counts.leave('a')
    expect(counts.hasRoom()).toBe(true)
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('count %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

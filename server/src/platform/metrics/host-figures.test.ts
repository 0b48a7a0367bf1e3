import { expect, it } from 'vitest'
import { countNetwork, createHostReader, networkRate } from './host-figures.ts'

/** As Linux writes it: the first interface's counter stands right behind its colon. */
const devices = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 99999999  100    0    0    0     0          0         0 99999999     100    0    0    0     0       0          0
  eth0:1500000    1200    0    0    0     0          0         0   400000     900    0    0    0     0       0          0
 wlan0:   2500       9    0    0    0     0          0         0      100       3    0    0    0     0       0          0
`

it('counts bytes received and sent on all network interfaces except loopback', () => {
  expect(countNetwork(devices)).toEqual({ received: 1_502_500, sent: 400_100 })
  expect(countNetwork('')).toEqual({ received: 0, sent: 0 })
})

it('reports bytes per second from the second reading on', () => {
  const [before, now] = [
    { received: 1_000, sent: 500 },
    { received: 21_000, sent: 3_000 },
  ]
  expect(networkRate(before, now, 'received', 10)).toBe(2_000)
  expect(networkRate(before, now, 'sent', 10)).toBe(250)
  expect(networkRate(null, now, 'sent', 10)).toBeNull()
  expect(networkRate(before, null, 'sent', 10)).toBeNull()
  expect(networkRate(before, now, 'sent', 0)).toBeNull()
  // An interface was taken down, and counts anew.
  expect(networkRate(now, before, 'sent', 10)).toBe(0)
})

it('reads the figures of this machine, with rates from the second reading on', async () => {
  const read = createHostReader({ directory: '.' })
  expect(await read()).toMatchObject({
    cpuPercent: null,
    networkInPerSecond: null,
    networkOutPerSecond: null,
  })
  const { memoryUsedBytes, memoryTotalBytes, diskUsedBytes, diskTotalBytes } = await read()
  expect(memoryUsedBytes).toBeLessThan(memoryTotalBytes)
  expect(diskUsedBytes).toBeLessThanOrEqual(diskTotalBytes ?? 0)
})

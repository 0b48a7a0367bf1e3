import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { SocketLike } from './live.socket.ts'

/** A vehicle as the live stream sends it, for tests. */
export function someLiveVehicle(some: Partial<LiveVehicle> = {}): LiveVehicle {
  return {
    id: 'v1',
    fleetId: 'f1',
    companyId: 'c1',
    vehicleNumber: '104',
    plateNumber: 'A-482-KJM',
    type: 'sedan',
    make: 'Nissan',
    model: 'Versa',
    year: 2024,
    seats: null,
    skills: [],
    speedLimitKmh: null,
    status: 'active',
    statusSince: 1_800_000_000_000,
    at: 1_800_000_000_000,
    latitude: 19.43,
    longitude: -99.13,
    speedKmh: 31,
    heading: 90,
    ignition: true,
    fuelLevel: 60,
    batteryLevel: 98,
    gpsSignal: 4,
    satellites: 11,
    standSince: null,
    ...some,
  }
}

/** A socket that sends nothing; its listeners can be called by the test. */
export const silentSocket = (): SocketLike => ({
  send: () => {},
  close: () => {},
  onopen: null,
  onmessage: null,
  onclose: null,
  onerror: null,
})

/** A connection controlled by the test: `welcome` accepts it, `lose` ends it. */
export function someLine() {
  let socket: SocketLike | null = null
  return {
    connect: () => {
      socket = silentSocket()
      return socket
    },
    welcome: () => {
      socket?.onopen?.()
      socket?.onmessage?.({ data: JSON.stringify({ type: 'welcome', now: Date.now() }) })
    },
    lose: () => socket?.onclose?.(),
  }
}

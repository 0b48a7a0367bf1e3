import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { SimulatedReport } from '@rumbo/protocols/device-side'
import { deviceSides } from '@rumbo/protocols/registry'
import { readProductInfo } from './product-info.ts'

export interface Tracker {
  /** Sends a report of the position with the present time. */
  report(place: { latitude: number; longitude: number }): void
  close(): void
}

const quiet: Omit<SimulatedReport, 'time' | 'latitude' | 'longitude'> = {
  isValid: true,
  altitudeMetres: 2240,
  speedKmh: 24,
  headingDegrees: 90,
  satellites: 10,
  signalPercent: 75,
  ignition: true,
  isEngineBlocked: false,
  batteryPercent: 100,
  powerVolts: 12.6,
  fuelPercent: 60,
  odometerMetres: 1_000,
  alarm: null,
  isStored: false,
}

/** A GT06 tracker that has signed in at the product's own gateway. */
export async function openTracker(identifier: string): Promise<Tracker> {
  const side = deviceSides.find(({ protocol }) => protocol === 'gt06')
  if (!side) throw new Error('The registry has no GT06.')
  const { gateway } = JSON.parse(readFileSync(join(readProductInfo().dataDir, 'runtime.json'), 'utf8')) as {
    gateway: { gt06: number }
  }
  const socket = connect(gateway.gt06, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const client = side.openDeviceClient(identifier, 'tcp')
  const isSignedIn = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      if (client.read(chunk).some(({ kind }) => kind === 'login')) resolve()
    })
  })
  const login = client.login()
  if (login) socket.write(login)
  await isSignedIn
  return {
    report: (place) => void socket.write(client.report({ ...quiet, ...place, time: new Date() })),
    close: () => void socket.destroy(),
  }
}

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '@rumbo/protocols/device-side'
import { simulatedReport } from '@rumbo/protocols/testing/simulated'

/** What a tracker measured, at a second of its own. */
export const measured = (second: number, given: Partial<SimulatedReport> = {}): SimulatedReport =>
  simulatedReport({
    time: new Date(Date.parse('2026-03-04T05:06:00Z') + second * 1000),
    latitude: 19.4326,
    longitude: -99.1332,
    ...given,
  })

/** A tracker of any protocol on a real socket. */
export interface Tracker {
  client: DeviceClient
  messages: ServerMessage[]
  write(bytes: Uint8Array | null): void
  /** Logs in where the protocol has a login, and waits for its answer where it has one. */
  logIn(): Promise<void>
  close(): void
  closed: Promise<void>
}

/** Resolves when so many messages of a kind came. */
export const countOf = ({ messages }: Tracker, kind: ServerMessage['kind']) =>
  messages.filter((message) => message.kind === kind).length

export async function connectTracker(side: DeviceSide, identifier: string, port: number): Promise<Tracker> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  const client = side.openDeviceClient(identifier, 'tcp')
  const messages: ServerMessage[] = []
  socket.on('data', (chunk) => {
    messages.push(...client.read(chunk))
    socket.emit('answered')
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    client,
    messages,
    closed,
    write: (bytes) => {
      if (bytes) socket.write(bytes)
    },
    async logIn() {
      const bytes = client.login()
      if (!bytes) return
      const answered = client.isLoginAnswered ? once(socket, 'answered') : null
      socket.write(bytes)
      await answered
    },
    close: () => socket.destroy(),
  }
}

/** The same tracker with datagrams. */
export async function openDatagrams(side: DeviceSide, identifier: string, port: number): Promise<Tracker> {
  const socket = createSocket('udp4')
  const client = side.openDeviceClient(identifier, 'udp')
  const messages: ServerMessage[] = []
  socket.on('message', (bytes) => messages.push(...client.read(bytes)))
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    client,
    messages,
    closed,
    write: (bytes) => {
      if (bytes) socket.send(bytes)
    },
    async logIn() {
      const bytes = client.login()
      if (!bytes) return
      const answered = client.isLoginAnswered ? once(socket, 'message') : null
      socket.send(bytes)
      await answered
    },
    close: () => socket.close(),
  }
}

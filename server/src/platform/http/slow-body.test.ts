import { type AddressInfo, connect } from 'node:net'
import { endpoint } from '@rumbo/contract/endpoint'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../clock.ts'
import { createDatabase } from '../database/database.ts'
import { answerAlone } from './endpoints.ts'
import { buildHttp } from './server.ts'

const speak = endpoint({
  name: 'test.speak',
  method: 'POST',
  path: '/speak',
  summary: 'Takes a body',
  access: 'public',
  body: z.object({ text: z.string() }),
  output: z.object({}),
})
const database = createDatabase({ url: 'postgres://nobody@127.0.0.1/never', clock: systemClock })
let end: () => Promise<void> = async () => undefined
afterEach(async () => {
  await end()
  await database.close()
})

it('closes a connection whose body arrives too slowly, and keeps one that arrived in time', async () => {
  const app = await buildHttp({
    answers: [answerAlone(speak, async () => ({}))],
    database,
    authenticator: { actorOf: () => Promise.reject(new Error('nobody signs in')) },
    log: pino({ level: 'silent' }),
    allowedOrigins: [],
    trustedProxies: [],
    bodyTimeoutMs: 100,
  })
  end = () => app.close()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const head = 'POST /v1/speak HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: '
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.write(`${head}12\r\n\r\n{"text":"a"}`)
  expect(await answered).toContain('200 OK')
  const beganAt = performance.now()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  socket.write(`${head}12\r\n\r\n{"te`)
  await closed
  expect(performance.now() - beganAt).toBeGreaterThan(90)
})

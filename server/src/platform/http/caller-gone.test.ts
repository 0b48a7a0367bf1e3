import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { endpoint } from '@rumbo/contract/endpoint'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../clock.ts'
import { createDatabase } from '../database/database.ts'
import { answerAlone, type LoneCall } from './endpoints.ts'
import { buildHttp } from './server.ts'

const wait = endpoint({
  name: 'test.wait',
  method: 'GET',
  path: '/wait',
  summary: 'Waits until its caller leaves',
  access: 'public',
  output: z.object({}),
})
const database = createDatabase({ url: 'postgres://nobody@127.0.0.1/never', clock: systemClock })
let end: () => Promise<void> = async () => undefined
afterEach(() => end())

/** The lines of a request whose caller leaves while it waits, and then fails so. */
async function linesOf(failure: (call: LoneCall) => unknown) {
  const lines: Record<string, unknown>[] = []
  const into = new Writable({
    write(chunk, _encoding, done) {
      lines.push(
        ...String(chunk)
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      )
      done()
    },
  })
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const app = await buildHttp({
    answers: [
      answerAlone(wait, async (_, call) => {
        begin()
        await once(call.signal, 'abort')
        throw failure(call)
      }),
    ],
    database,
    authenticator: { actorOf: () => Promise.reject(new Error('nobody signs in')) },
    log: pino({ level: 'info' }, into),
    allowedOrigins: [],
    trustedProxies: [],
  })
  end = () => app.close()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /v1/wait HTTP/1.1\r\nhost: x\r\n\r\n')
  await begun
  socket.destroy()
  await expect
    .poll(() => lines.map(({ msg }) => msg))
    .toEqual(expect.arrayContaining([expect.stringMatching(/left|failed/)]))
  return lines
}

it('logs no failure for a request its caller aborted', async () => {
  const lines = await linesOf(({ signal }) => signal.reason)
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'the caller left', level: 30 }))
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])
})

it('logs a defect although the caller disconnected', async () => {
  const lines = await linesOf(() => new TypeError('not a function'))
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request failed', level: 50 }))
})

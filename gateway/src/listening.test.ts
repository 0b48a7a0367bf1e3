import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { closeServer, listen } from './listening.ts'

it('goes on when a connection cannot be accepted', async () => {
  const server = createServer()
  const failures: Error[] = []
  await listen(server, 'gt06', '127.0.0.1', 0, (error) => failures.push(error))
  // Node emits it on a server without a free file descriptor; without a listener it would end the process.
  const failure = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  server.emit('error', failure)
  expect(failures).toEqual([failure])
  expect(server.listening).toBe(true)
  await closeServer(server)
})

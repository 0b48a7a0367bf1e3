import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstCertificate, renewedCertificate } from '@rumbo/tools/testing/certificates'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import type { StartupFailure } from '../process/startup-failure.ts'
import { checkBeforeStart } from './preflight.ts'

let folder: string
let servers: Server[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-preflight-'))
  servers = []
})
afterEach(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

const check = (environment: Record<string, string>) =>
  checkBeforeStart(readConfiguration({ RUMBO_PORT: '0', RUMBO_GATEWAY_PORTS: 'off', ...environment }, folder))
const sentences = (environment: Record<string, string>): Promise<readonly string[]> =>
  check(environment).then(
    () => [],
    (failure: StartupFailure) => failure.sentences,
  )
function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
async function takenPort(): Promise<number> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

describe('checks before the start', () => {
  it('accept free ports and a certificate that matches its key', async () => {
    const tls = {
      RUMBO_TLS_CERT: file('cert.pem', firstCertificate.cert),
      RUMBO_TLS_KEY: file('key.pem', firstCertificate.key),
    }
    expect(await sentences({ ...tls, RUMBO_GATEWAY_PORTS: '0' })).toEqual([])
  })

  it('report all ports in use at once, also those in use for UDP only', async () => {
    const [http, gt06] = [await takenPort(), await takenPort()]
    const socket = createSocket('udp4')
    await new Promise<void>((done) => socket.bind({ address: '127.0.0.1', port: 0 }, done))
    const suntech = socket.address().port
    const found = await sentences({
      RUMBO_PORT: String(http),
      RUMBO_GATEWAY_GT06_PORT: String(gt06),
      RUMBO_GATEWAY_SUNTECH_PORT: String(suntech),
    }).finally(() => socket.close())
    expect(
      found.map((sentence) =>
        sentence.replace(/^Port (\d+) on 127[.]0[.]0[.]1 is in use .+ set (\w+) to .+[.]$/, '$1 $2'),
      ),
    ).toEqual([
      `${http} RUMBO_PORT`,
      `${gt06} RUMBO_GATEWAY_GT06_PORT`,
      `${suntech} RUMBO_GATEWAY_SUNTECH_PORT`,
    ])
  })

  it('ignore ports of roles that this machine does not run', async () => {
    expect(await sentences({ RUMBO_PORT: String(await takenPort()), RUMBO_ROLES: 'worker' })).toEqual([])
  })

  it('report a host that is not an address of this machine once, with its variable', async () => {
    const found = await sentences({
      RUMBO_HOST: '203.0.113.9',
      RUMBO_GATEWAY_HOST: 'nowhere.invalid',
      RUMBO_GATEWAY_GT06_PORT: '5023',
      RUMBO_GATEWAY_H02_PORT: '5013',
    })
    expect(found).toEqual([
      expect.stringMatching(/^RUMBO_HOST is 203[.]0[.]113[.]9, on which this machine cannot listen .+[.]$/),
      expect.stringMatching(
        /^RUMBO_GATEWAY_HOST is nowhere[.]invalid, on which this machine cannot listen .+[.]$/,
      ),
    ])
  })

  it.each([
    [
      'a missing certificate',
      { cert: null, key: firstCertificate.key },
      /^RUMBO_TLS_CERT names .+ cannot be read [(]ENOENT[)][.]$/,
    ],
    [
      'a file without a certificate',
      { cert: 'x', key: firstCertificate.key },
      /^RUMBO_TLS_CERT names .+ contains no certificate/,
    ],
    [
      'a file without a key',
      { cert: firstCertificate.cert, key: firstCertificate.cert },
      /^RUMBO_TLS_KEY names .+ contains no private key/,
    ],
    [
      'the key of another certificate',
      { cert: firstCertificate.cert, key: renewedCertificate.key },
      /^The key in .+ does not belong to the certificate in .+[.]$/,
    ],
  ])('reports %s in one sentence', async (_what, { cert, key }, expected) => {
    const found = await sentences({
      RUMBO_TLS_CERT: cert === null ? join(folder, 'none.pem') : file('cert.pem', cert),
      RUMBO_TLS_KEY: file('key.pem', key),
    })
    expect(found).toEqual([expect.stringMatching(expected)])
    expect(found.join()).not.toContain('PRIVATE KEY-----')
  })

  it('report an invalid database address without its password', async () => {
    const found = await sentences({ DATABASE_URL: 'postgres://rumbo:hun%ffter2@db.example/rumbo' })
    expect(found).toEqual([expect.stringMatching(/^DATABASE_URL cannot be read/)])
    expect(found.join()).not.toContain('ter2')
  })
})

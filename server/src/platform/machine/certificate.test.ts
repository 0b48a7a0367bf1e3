import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { testClock } from '@rumbo/tools/testing'
import { firstCertificate as first, renewedCertificate as renewed } from '@rumbo/tools/testing/certificates'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCertificateReader, followCertificate } from './certificate.ts'

let folder: string
const file = (name: string) => join(folder, name)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rumbo-certificate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the served certificate', () => {
  const read = (certificateFile: string | null, publicUrl?: string, clock = testClock()) =>
    createCertificateReader({ certificateFile, publicUrl, clock })

  it('is read from the file each time', async () => {
    writeFileSync(file('chain.pem'), first.cert)
    const reader = read(file('chain.pem'), 'https://other.example')
    const facts = await reader()
    expect(facts).toMatchObject({ source: 'file', error: null })
    expect(facts.subject).toContain('CN=flota.example')
    expect(facts.issuer).toContain('O=Rumbo')
    expect(facts.validTo?.getUTCFullYear()).toBe(2126)
    writeFileSync(file('chain.pem'), renewed.cert)
    expect((await reader()).subject).toContain('CN=renovada.example')
  })

  it('reports why a file cannot be read', async () => {
    expect(await read(file('missing.pem'))()).toMatchObject({ source: 'file', validTo: null })
    writeFileSync(file('chain.pem'), 'nothing of the kind')
    expect((await read(file('chain.pem'))()).error).toBeTruthy()
  })

  it('is absent without HTTPS', async () => {
    expect(await read(null, 'http://flota.example')()).toMatchObject({ source: 'none', error: null })
    expect(await read(null)()).toMatchObject({ source: 'none', validTo: null })
  })

  it('is read from the reverse proxy, once an hour', async () => {
    const proxy = createServer(first, (socket) => socket.end())
    let met = 0
    proxy.on('connection', () => {
      met += 1
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const clock = testClock()
    const reader = read(null, `https://localhost:${port}`, clock)
    expect((await reader()).subject).toContain('CN=flota.example')
    await reader()
    expect(met).toBe(1)
    clock.advance(3601)
    expect(await reader()).toMatchObject({ source: 'proxy', error: null })
    expect(met).toBe(2)
    await new Promise((resolve) => proxy.close(resolve))
    clock.advance(3601)
    expect(await reader()).toMatchObject({ source: 'proxy', validTo: null, error: expect.any(String) })
  })
})

it('a renewed certificate is loaded while running, unless it does not match its key', async () => {
  const files = { certificateFile: file('chain.pem'), keyFile: file('key.pem') }
  const server = createServer(first, (socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const follower = followCertificate({ server, files, inUse: first, log: pino({ level: 'silent' }) })
  const shown = async () =>
    (
      await createCertificateReader({
        certificateFile: null,
        publicUrl: `https://127.0.0.1:${port}`,
        clock: testClock(),
      })()
    ).subject
  const put = async (cert: string, key: string) => {
    writeFileSync(files.certificateFile, cert)
    writeFileSync(files.keyFile, key)
    await follower.look()
    return shown()
  }
  await follower.look()
  expect(await shown()).toContain('flota.example')
  expect(await put(first.cert, first.key)).toContain('flota.example')
  expect(await put(renewed.cert, first.key)).toContain('flota.example')
  expect(await put(renewed.cert, renewed.key)).toContain('renovada.example')
  follower.stop()
  await new Promise((resolve) => server.close(resolve))
})

import { framedProtocols } from '@rumbo/protocols'
import { describe, expect, it } from 'vitest'
import { StartupFailure } from '../process/startup-failure.ts'
import { isLoopback, publicUrlOf, readConfiguration } from './configuration.ts'
import { gatewayProtocols } from './gateway.ts'
import { variables } from './variables.ts'

const read = (environment: Record<string, string>) => readConfiguration(environment, '/project')

function sentences(environment: Record<string, string>): readonly string[] {
  try {
    read(environment)
  } catch (failure) {
    if (failure instanceof StartupFailure) return failure.sentences
    throw failure
  }
  return []
}

describe('the configuration', () => {
  it('needs no variables', () => {
    const configuration = read({})
    expect(configuration.http).toMatchObject({ host: '127.0.0.1', port: 8080, tls: null })
    expect(configuration.dataDir).toBe('/project/.data')
    expect(configuration.roles).toEqual(['api', 'gateway', 'worker'])
    expect(configuration.gateway).toMatchObject({
      host: '127.0.0.1',
      publicHost: '127.0.0.1',
      connectionLimit: 20_000,
      ports: { gt06: 5023, suntech: 5011, teltonika: 5027, queclink: 5004 },
    })
    expect(configuration.secret).toBeUndefined()
  })

  it('treats an empty variable as not set', () => {
    expect(read({ RUMBO_PORT: '', DATABASE_URL: '' })).toEqual(read({}))
  })

  it('sends mails from the public host by default', () => {
    expect(read({}).mailFrom).toBe('rumbo@localhost')
    expect(read({ RUMBO_PUBLIC_URL: 'http://127.0.0.1:8080' }).mailFrom).toBe('rumbo@localhost')
    expect(read({ RUMBO_PUBLIC_URL: 'https://flota.example/x' }).mailFrom).toBe('rumbo@flota.example')
    expect(read({ RUMBO_MAIL_FROM: 'avisos@flota.example' }).mailFrom).toBe('avisos@flota.example')
  })

  it('needs the address for replies before it reads any', () => {
    expect(read({}).replies).toBeNull()
    const address = { RUMBO_REPLY_ADDRESS: 'respuestas@flota.example' }
    const mailbox = { IMAP_URL: 'imaps://ana:clave@mail.example/INBOX' }
    expect(read({ ...address, ...mailbox }).replies).toEqual({
      ...{ address: address.RUMBO_REPLY_ADDRESS, mailboxUrl: mailbox.IMAP_URL, hookToken: null },
    })
    expect(sentences(mailbox)).toEqual(['IMAP_URL needs RUMBO_REPLY_ADDRESS, the address of its replies.'])
    expect(sentences({ ...address, IMAP_URL: 'https://mail.example' })).toHaveLength(1)
    expect(sentences({ ...address, IMAP_URL: 'imaps://mail.example' })).toHaveLength(1)
    expect(sentences({ ...address, MAIL_HOOK_TOKEN: 'short' })).toHaveLength(1)
  })

  it('compares origins as browsers write them', () => {
    const { http } = readConfiguration({
      RUMBO_ALLOWED_ORIGINS: 'https://Mapa.example/, https://otra.example:443',
      RUMBO_PUBLIC_URL: 'https://rumbo.example/flotillas/',
    })
    expect(http.allowedOrigins).toEqual([
      'https://mapa.example',
      'https://otra.example',
      'https://rumbo.example',
    ])
  })

  it('reads lists, flags and disabled ports', () => {
    const configuration = read({
      RUMBO_ROLES: 'api, worker',
      RUMBO_REGISTRATION: '0',
      RUMBO_GATEWAY_OSMAND_PORT: 'off',
      RUMBO_TRUSTED_PROXIES: '10.0.0.0/8,::1',
      RUMBO_DATA_DIR: '/elsewhere',
    })
    expect(configuration.roles).toEqual(['api', 'worker'])
    expect(configuration.registration).toBe(false)
    expect(configuration.gateway.ports.osmand).toBeNull()
    expect(configuration.http.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
    expect(configuration.dataDir).toBe('/elsewhere')
  })

  it('assigns a free port to, or disables, every device port that is not set by name', () => {
    const free = read({ RUMBO_GATEWAY_PORTS: '0', RUMBO_GATEWAY_H02_PORT: '6013' }).gateway.ports
    expect([free.gt06, free.osmand, free.h02]).toEqual([0, 0, 6013])
    const closed = read({ RUMBO_GATEWAY_PORTS: 'off', RUMBO_GATEWAY_GT06_PORT: '0' }).gateway.ports
    expect([closed.gt06, closed.osmand, closed.h02]).toEqual([0, null, null])
  })

  it('has the usual port of every protocol', () => {
    for (const { name, defaultPort } of framedProtocols)
      expect(gatewayProtocols[name].port, name).toBe(defaultPort)
  })

  it('reads the allowed addresses, and the address for trackers', () => {
    const { gateway } = read({
      RUMBO_GATEWAY_HOST: '0.0.0.0',
      RUMBO_GATEWAY_PUBLIC_HOST: 'gps.flota.example',
      RUMBO_GATEWAY_GT06_ADDRESSES: '10.0.0.0/8, 2001:db8::1',
    })
    expect(gateway.publicHost).toBe('gps.flota.example')
    expect(gateway.addresses.gt06).toEqual(['10.0.0.0/8', '2001:db8::1'])
    expect(gateway.addresses.h02).toBeUndefined()
  })

  it.each([
    ['RUMBO_GATEWAY_PORTS', '5000'],
    ['RUMBO_GATEWAY_CONNECTION_LIMIT', '0'],
    ['RUMBO_GATEWAY_PUBLIC_HOST', 'http://gps.example'],
    ['RUMBO_GATEWAY_TK103_ADDRESSES', 'everywhere'],
    ['RUMBO_GATEWAY_TK103_ADDRESSES', '10.0.0.0/33'],
    ['RUMBO_GATEWAY_TK103_ADDRESSES', '10.0.0.300'],
    ['RUMBO_PORT', '99999'],
    ['RUMBO_PORT', '80a'],
    ['RUMBO_ROLES', 'api,driver'],
    ['RUMBO_SECRET', 'short'],
    ['RUMBO_PUBLIC_URL', 'example.com'],
    ['RUMBO_ALLOWED_ORIGINS', 'ftp://example.com'],
    ['RUMBO_TRUSTED_PROXIES', 'proxy.local'],
    ['RUMBO_ADMIN_EMAIL', 'admin'],
    ['RUMBO_ADMIN_USERNAME', 'first.admin'],
    ['RUMBO_ADMIN_PASSWORD', 'Short-1!'],
    ['RUMBO_ADMIN_PASSWORD', 'long, but of small letters only'],
    ['RUMBO_REGISTRATION', 'yes'],
    ['RUMBO_LOG_LEVEL', 'loud'],
    ['RUMBO_DATABASE_CONNECTIONS', '0'],
    ['RUMBO_MAPS_URL_TEMPLATE', 'https://maps.example'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['SMTP_URL', 'mail.example.com'],
    ['RUMBO_MAIL_FROM', 'rumbo'],
    ['RUMBO_GATEWAY_GT60_PORT', '5023'],
  ])('says in one sentence what is wrong with %s=%s', (name, value) => {
    const said = sentences({ [name]: value })
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(new RegExp(`^${name} .+\\.$`))
    expect(said[0]).not.toContain('Invalid')
  })

  it('reports all errors at once', () => {
    expect(sentences({ RUMBO_PORT: 'x', RUMBO_SECRET: 'x', RUMBO_TLS_CERT: '/cert.pem' })).toHaveLength(3)
  })

  it('refuses one port for two listeners, but allows any number of free ones', () => {
    expect(sentences({ RUMBO_PORT: '5023' })).toHaveLength(1)
    expect(sentences({ RUMBO_GATEWAY_TK103_PORT: '5013' })).toEqual([
      'RUMBO_GATEWAY_H02_PORT and RUMBO_GATEWAY_TK103_PORT must be different ports; both are 5013.',
    ])
    expect(sentences({ RUMBO_PORT: '0', RUMBO_GATEWAY_PORTS: '0' })).toEqual([])
  })

  it('never prints a secret', () => {
    expect(sentences({ RUMBO_SECRET: 'hunter2', RUMBO_ADMIN_PASSWORD: 'hunter2' }).join()).not.toContain(
      'hunter2',
    )
  })
})

describe('the public address', () => {
  it('is the configured one, or derived from host and port', () => {
    expect(publicUrlOf(read({ RUMBO_PUBLIC_URL: 'https://fleet.example.com/' }), 1)).toBe(
      'https://fleet.example.com',
    )
    expect(publicUrlOf(read({ RUMBO_PORT: '0' }), 4711)).toBe('http://127.0.0.1:4711')
    expect(publicUrlOf(read({ RUMBO_HOST: '0.0.0.0' }), 80)).toBe('http://localhost:80')
  })

  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['127.evil.example', false],
  ])('%s answers only this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })
})

describe('every variable', () => {
  it('is documented', () => {
    for (const { meaning, default: shown } of Object.values(variables)) {
      expect(meaning).toMatch(/^[A-Z]/)
      expect(shown).not.toBe('')
    }
  })
})
